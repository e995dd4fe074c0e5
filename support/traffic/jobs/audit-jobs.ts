import type { Evidence } from '../../exchange/evidence';
import type { ClientName } from '../../exchange/exchange';
import type { Audited } from '../../judging/results';
import { Positions, SourceCount, auditedOf } from '../audit';
import type { Directory } from '../clients/directory';
import type { JudgedClient } from '../clients/judged-client';
import { keyOf } from '../clients/namer';
import type { Namer } from '../clients/namer';
import type { FileRecording } from '../file-recording';
import type { Source } from '../sources';
import { Stretch, stretchesOf } from '../stretch';
import type { Taken } from '../taker';
import type { Hand } from './crew';
import { Crew } from './crew';
import { EntryClients } from './entry-clients';
import type { Placed } from './blocks';
import { eachBlock, entryOf } from './blocks';
import { shareOf } from './share';
import { Turns } from './turns';
import type { Beginning, Entry, Found, Judged } from './messages';

/** Traffic of several clients, and how many workers are to judge it. */
export interface Jobs extends Omit<Beginning, 'key'> {
  /** Starts a worker; a seam for tests. */
  readonly start?: (beginning: Beginning) => Hand;
  readonly jobs: number;
  /** How many entries are handed over at once; a seam for tests. */
  readonly together?: number | undefined;
  readonly key: Buffer;
  readonly open: () => Promise<readonly Source[]>;
  readonly recording: Pick<FileRecording, 'write'>;
  readonly watch: (stretch: Stretch, act: (tell: () => void) => Promise<Audited[]>) => Promise<Audited[]>;
}

/** What was judged, input by input and client by client. */
export interface JobsDone {
  readonly files: readonly Audited[];
  readonly clients: readonly JudgedClient[];
}

/**
 * Judges traffic of several clients on several cores. Entries go to workers as text: first any of them finds what they tell
 * of their clients; once all clients are known, those of a client go to the same worker, in their order.
 */
export async function auditByJobs(given: Jobs, directory: Directory, namer: Namer): Promise<JobsDone> {
  const { target, everyRule, key, folder, jobs } = given;
  const crew = new Crew(jobs, { target, everyRule, key, folder }, given.start);
  try {
    using found = await findAll(given, crew, directory);
    const names = found.named((clues) => namer.name(directory.clientOf(clues)));
    await crew.askAll({ kind: 'clients', names: names.all });
    return await judgeAll(given, crew, (seq) => names.of(seq), names.all);
  } finally {
    await crew.close();
  }
}

async function findAll(
  { open, jobs, folder }: Jobs,
  crew: Crew,
  directory: Directory,
): Promise<EntryClients> {
  const found = new EntryClients(folder);
  const turns = new Turns(2 * jobs);
  const positions = new Positions();
  let turn = 0;
  for (const sources of stretchesOf(await open())) {
    const stretch = new Stretch(sources);
    const { form } = stretch;
    await eachBlock(
      stretch,
      positions,
      () => undefined,
      async (block) => {
        const entries = block.filter((item) => 'text' in item).map(entryOf);
        const answer = crew.ask((turn += 1), { kind: 'clues', form, entries });
        await turns.take(answer, (json) => {
          for (const [at, each] of (JSON.parse(json) as (Found | null)[]).entries()) {
            if (each?.counts === true) directory.note(each.clues);
            found.add(entries[at]?.seq ?? 0, each?.clues ?? {});
          }
        });
      },
    );
  }
  await turns.end();
  return found;
}

async function judgeAll(
  { open, watch, recording, jobs }: Jobs,
  crew: Crew,
  clientOf: (seq: number) => number,
  names: readonly ClientName[],
): Promise<JobsDone> {
  const shares = names.map((name) => shareOf(keyOf(name), crew.size));
  const positions = new Positions();
  const files: Audited[] = [];
  for (const sources of stretchesOf(await open())) {
    const stretch = new Stretch(sources);
    const counts = sources.map((source) => new SourceCount(source));
    const turns = new Turns(2 * jobs);
    const judge = async (block: readonly Placed[]): Promise<void> => {
      const parts = Array.from({ length: crew.size }, (): Entry[] => []);
      for (const item of block)
        if ('text' in item) {
          const client = clientOf(item.seq);
          parts[shares[client] ?? 0]?.push({ ...entryOf(item), client });
        }
      const answers = parts.map((entries, member) =>
        entries.length === 0 ? none : crew.ask(member, { kind: 'judge', form: stretch.form, entries }),
      );
      await turns.take(Promise.all(answers), (judged) => {
        countAll(counts, block, parts, judged);
        writeAll(recording, judged);
      });
    };
    files.push(
      ...(await watch(stretch, async (tell) => {
        await eachBlock(stretch, positions, tell, judge);
        await turns.end();
        await crew.askAll({ kind: 'end of input' });
        return auditedOf(stretch, counts);
      })),
    );
  }
  const clients = await crew.askAll({ kind: 'conclude' });
  return { files, clients: clients.flat() };
}

const none: Promise<Judged> = Promise.resolve({ taken: [], lines: [] });

/** Counts what became of a block, in the order of its items. */
function countAll(
  counts: readonly SourceCount[],
  block: readonly Placed[],
  parts: readonly (readonly Entry[])[],
  judged: readonly Judged[],
): void {
  const fates = new Map<number, Taken>();
  for (const [member, entries] of parts.entries())
    for (const [at, { seq }] of entries.entries()) fates.set(seq, judged[member]?.taken[at] ?? 'other');
  for (const item of block)
    counts[item.from]?.add(item, 'flaw' in item ? { why: item.flaw } : (fates.get(item.seq) ?? 'other'));
}

/** Writes the lines of a block in the order of their exchanges. */
function writeAll(recording: Jobs['recording'], judged: readonly Judged[]): void {
  const lines = judged.flatMap((each) => each.lines).sort(([one], [other]) => one - other);
  for (const [seq, line, cycle] of lines)
    recording.write(seq, line, cycle ? (JSON.parse(line) as Evidence) : undefined);
}
