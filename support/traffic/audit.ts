import type { Audited } from '../judging/results';
import type { ClientSettings } from './clients/client-judges';
import { ClientJudges } from './clients/client-judges';
import type { JudgedClient } from './clients/together';
import { together } from './clients/together';
import { sharesOf } from './clients/client-names';
import type { JudgedTraffic } from './ended-traffic';
import type { FileRecording } from './recording-file';
import type { FirstPass, FoundInput, Watch } from './first-pass';
import { contentDigest, firstPass, shownOf, unwatched } from './first-pass';
import type { Takes } from './items';
import { SourceCount, cutBehind, takeItem } from './items';
import type { Source } from './sources';
import type { StretchItem } from './time-order';
import { Positions, Stretch, stretchesOf } from './time-order';

/** Where traffic comes from, and by what it is judged. */
export interface Auditing extends ClientSettings {
  /** Opens the inputs, in the order of their names; it can be asked again. */
  readonly open: () => Promise<readonly Source[]>;
  readonly recording: FileRecording;
  /** Under which pseudonyms and names are made. */
  readonly key: Buffer;
  readonly watch?: Watch | undefined;
}

/** A part of the clients; `number` counts from 1. */
export interface Shard {
  readonly number: number;
  readonly of: number;
}

/** What became of the inputs. */
export interface AuditedTraffic {
  readonly files: readonly Audited[];
  readonly judged: JudgedTraffic;
}

/** What became of a shard of it. */
export interface JudgedShard {
  readonly files: readonly Audited[];
  readonly clients: readonly JudgedClient[];
}

const whole: Shard = { number: 1, of: 1 };

/**
 * Judges inputs, each client by itself. They are read twice: to get to know all clients, since a later exchange may tell
 * whose an earlier one is, and to judge them.
 *
 * @param known what the first reading found, where that is over
 */
export async function auditClients(auditing: Auditing, known?: FirstPass): Promise<AuditedTraffic> {
  const found = known ?? (await firstPass(auditing));
  const { files, clients } = await judgeShard(auditing, found, whole);
  const { count, evidence } = auditing.recording;
  return { files, judged: { ...together(clients), count, evidence } };
}

/**
 * The second reading: judges the clients of a shard, and cuts out what is of others. Order and numbers are those of the
 * whole; all shards together say what one process says.
 */
export async function judgeShard(auditing: Auditing, found: FirstPass, shard: Shard): Promise<JudgedShard> {
  const { open, watch = unwatched } = auditing;
  const judges = new ClientJudges(auditing);
  const own = ownClients(found, judges, shard);
  const [positions, places] = [new Positions(), found.clientOf.values()];
  const files: Audited[] = [];
  for (const sources of stretchesOf(await open())) {
    const stretch = new Stretch(sources);
    const readers = sources.map((source, at) => new Reader(source, found.inputs[files.length + at]));
    await watch(stretch, async (tell) => {
      for await (const item of stretch.items) {
        tell();
        const reader = readers[item.from];
        if (reader?.isKnown(item) !== true) continue;
        const seq = positions.of(item.number, item.from);
        const takes = own[places.next().value ?? 0]?.(seq);
        if (takes !== undefined) reader.take(item, takes);
      }
    });
    judges.endRecording();
    positions.endInputs();
    files.push(...readers.map((reader) => reader.audited));
  }
  return { files, clients: judges.conclude() };
}

/** What takes the items of each client; nothing where another shard has it. */
function ownClients(
  { clients }: FirstPass,
  judges: ClientJudges,
  { number, of }: Shard,
): (((seq: number) => Takes) | undefined)[] {
  const shares = sharesOf(
    clients.map(({ items }) => items),
    of,
  );
  return clients.map(({ name }, at) =>
    shares[at] === number ? (seq) => judges.takerOf(name, seq) : undefined,
  );
}

/** Reads an input again, up to where it was read before. */
class Reader {
  readonly #source: Source;
  readonly #found: Pick<FoundInput, 'last' | 'digest' | 'cut' | 'unseen' | 'shared'>;
  readonly #count: SourceCount;
  readonly #content = contentDigest();
  #hasMore = false;

  constructor(source: Source, found: FoundInput | undefined) {
    this.#source = source;
    this.#found = found ?? { last: 0, digest: '', unseen: [], shared: [] };
    this.#count = new SourceCount(source);
  }

  /** Whether the item was there before. */
  isKnown(item: StretchItem): boolean {
    if (item.number > this.#found.last) {
      this.#hasMore = true;
      return false;
    }
    this.#content.add(item);
    return true;
  }

  take(item: StretchItem, takes: Takes): void {
    const { unseen, shared } = this.#found;
    const shown = shownOf(unseen.length === 0 ? item : { ...item, unseen }, shared);
    this.#count.add(item, takeItem(this.#source.form, shown, takes));
  }

  get audited(): Audited {
    const why = this.#whyCut();
    if (why !== undefined) this.#count.cut(why);
    return this.#count.audited;
  }

  #whyCut(): string | undefined {
    const { cut, digest, last } = this.#found;
    if (this.#content.end() !== digest) return 'it changed while it was read';
    return this.#hasMore ? cutBehind('it grew while it was read', this.#source, last) : cut;
  }
}
