import type { Audited } from '../../judging/results';
import type { Exchange } from '../../exchange/exchange';
import { OperationMap } from '../../exchange/operation-map';
import { Positions, SourceCount, auditStretch, auditedOf } from '../audit';
import type { Directory } from '../clients/directory';
import { SeveralClients } from '../clients/takers';
import type { Form } from '../sources';
import { Stretch, stretchesOf } from '../stretch';
import type { Taken, Taker } from '../taker';
import type { TrafficJudge } from '../traffic-judge';
import type { Place } from '../traffic-recorder';
import type { Jobs } from './audit-jobs';
import type { Placed } from './blocks';
import { eachBlock, entryOf } from './blocks';
import { Crew } from './crew';
import type { Entry, ReadSlice, Taught } from './messages';
import { Table } from './table';
import { Turns } from './turns';

/** By what traffic is judged that may be one client's. */
interface One {
  readonly judge: Pick<TrafficJudge, 'observe' | 'endRecording'>;
  /** Takes what is recorded already. */
  readonly taker: Taker;
  readonly directory: Directory;
}

/** What is done with a slice that was read. */
interface Recorded {
  readonly taken: readonly Taken[];
  /** Numbers of what is recorded, and its lines. */
  readonly seqs: readonly number[];
  readonly lines: string;
}

/**
 * Judges traffic of one client on several cores. Slices of it are read by whichever worker is next; what they give to learn is
 * put into one order and goes to all workers, so that each redacts as a single process would. Lines come back, and are judged
 * here in their order. Throws SeveralClients once there are several.
 */
export async function auditOne(given: Jobs, one: One): Promise<Audited[]> {
  const { target, everyRule, key, folder, jobs, open, watch } = given;
  const crew = new Crew(jobs, { target, everyRule, key, folder }, given.start);
  const slices = new SlicedTraffic(given, one, crew);
  const positions = new Positions();
  const files: Audited[] = [];
  try {
    for (const sources of stretchesOf(await open())) {
      const stretch = new Stretch(sources);
      const { form } = stretch;
      files.push(
        ...(await watch(stretch, (tell) =>
          form === 'recording'
            ? auditStretch(stretch, one.taker, tell, positions)
            : slices.audit(stretch, form, positions, tell),
        )),
      );
    }
  } finally {
    await crew.close();
  }
  return files;
}

class SlicedTraffic {
  readonly #given: Pick<Jobs, 'jobs' | 'recording' | 'together'>;
  readonly #one: One;
  readonly #crew: Crew;
  readonly #map: OperationMap;
  #slices = 0;
  /** All slices before are placed. */
  #placed: Promise<unknown> = Promise.resolve();

  constructor(given: Jobs, one: One, crew: Crew) {
    this.#given = given;
    this.#one = one;
    this.#crew = crew;
    this.#map = new OperationMap(given.target);
  }

  async audit(
    stretch: Stretch,
    form: Exclude<Form, 'recording'>,
    positions: Positions,
    tell: () => void,
  ): Promise<Audited[]> {
    const counts = stretch.sources.map((source) => new SourceCount(source));
    const turns = new Turns(2 * this.#given.jobs);
    const take = (block: readonly Placed[]): Promise<void> =>
      turns.take(this.#record(form, block), (recorded) => {
        countAll(counts, block, recorded.taken);
        this.#judge(recorded);
      });
    try {
      await eachBlock(stretch, positions, tell, take, this.#given.together);
    } finally {
      await turns.end();
    }
    this.#one.judge.endRecording();
    return auditedOf(stretch, counts);
  }

  async #record(form: Exclude<Form, 'recording'>, block: readonly Placed[]): Promise<Recorded> {
    const slice = (this.#slices += 1);
    const entries = block.flatMap((item) => ('text' in item ? [entryOf(item)] : []));
    const read = this.#crew.ask(slice, { kind: 'read', slice, form, entries });
    const placed = this.#placed.then(async () => this.#teach(slice, entries, await read));
    this.#placed = placed;
    const { lines, ...recorded } = await placed;
    return { ...recorded, lines: (await lines).join('') };
  }

  /** Finds out where requests belong, in their order, and tells all workers what there is to learn. */
  #teach(slice: number, entries: readonly Entry[], json: string) {
    const { taken, told, lessons, each } = JSON.parse(json) as ReadSlice;
    const places = new Table<Place>();
    const kept: Taught['each'][number][] = [];
    for (const [at, found] of each.entries()) {
      const seen = found === null ? undefined : told[found.told];
      if (found === null || seen === undefined) continue;
      this.#note(seen);
      const place = this.#map.map(seen.method, seen.url);
      if (place === undefined) continue;
      const { seq = 0 } = entries[at] ?? {};
      kept.push({ at, seq, place: places.placeOf(place), lessons: found.lessons });
    }
    const taught: Taught = { lessons, places: places.all, each: kept };
    const lines = this.#crew.askAll({ kind: 'record', slice, taught: JSON.stringify(taught) });
    const own = new Set(kept.map(({ at }) => at));
    // What the contract says nothing about is none of its exchanges.
    const fates = taken.map((fate, at) => (fate === 'taken' && !own.has(at) ? 'other' : fate));
    // In an object: who waits for what was placed does not wait for the lines.
    return { taken: fates, seqs: kept.map(({ seq }) => seq), lines };
  }

  #note({ counts, clues }: ReadSlice['told'][number]): void {
    const { directory } = this.#one;
    if (counts) directory.note(clues);
    if (directory.isSeveral) throw new SeveralClients();
  }

  #judge({ seqs, lines }: Recorded): void {
    let start = 0;
    for (const seq of seqs) {
      const end = lines.indexOf('\n', start) + 1;
      const line = lines.slice(start, end);
      const exchange = JSON.parse(line) as Exchange;
      this.#given.recording.write(seq, line, exchange);
      this.#one.judge.observe(exchange);
      start = end;
    }
  }
}

/** Counts what became of a block, in the order of its items. */
function countAll(counts: readonly SourceCount[], block: readonly Placed[], taken: readonly Taken[]): void {
  let at = 0;
  for (const item of block)
    counts[item.from]?.add(item, 'flaw' in item ? { why: item.flaw } : (taken[at++] ?? 'other'));
}
