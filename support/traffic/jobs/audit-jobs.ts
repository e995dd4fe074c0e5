import type { Evidence } from '../../exchange/evidence';
import type { ClientName } from '../../exchange/exchange';
import type { Audited } from '../../judging/results';
import { CutError } from '../../exchange/har/read-har';
import { Positions, SourceCount } from '../audit';
import type { Directory } from '../clients/directory';
import type { JudgedClient } from '../clients/judged-client';
import { keyOf } from '../clients/namer';
import type { Namer } from '../clients/namer';
import type { FileRecording } from '../file-recording';
import type { Source } from '../sources';
import type { Taken } from '../taker';
import type { Hand } from './crew';
import { Crew } from './crew';
import { EntryClients } from './entry-clients';
import type { Placed } from './blocks';
import { eachBlock } from './blocks';
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
  readonly watch: (source: Source, act: (tell: () => void) => Promise<Audited>) => Promise<Audited>;
}

/** What breaks off is reported when it is judged. */
function passOver(error: unknown): void {
  if (!(error instanceof CutError)) throw error;
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
    const found = await findAll(given, crew, directory);
    const names = found.named((clues) => namer.name(directory.clientOf(clues)));
    await crew.askAll({ kind: 'clients', names: names.all });
    return await judgeAll(given, crew, (seq) => names.of(seq), names.all);
  } finally {
    await crew.close();
  }
}

async function findAll({ open, jobs }: Jobs, crew: Crew, directory: Directory): Promise<EntryClients> {
  const found = new EntryClients();
  const turns = new Turns(2 * jobs);
  const positions = new Positions();
  let turn = 0;
  for (const source of await open()) {
    const { form } = source;
    await eachBlock(
      source,
      positions,
      () => undefined,
      async (block) => {
        const entries = block.filter((item) => 'text' in item).map(({ seq, text }) => ({ seq, text }));
        const answer = crew.ask((turn += 1), { kind: 'clues', form, entries });
        await turns.take(answer, (json) => {
          for (const [at, each] of (JSON.parse(json) as (Found | null)[]).entries()) {
            if (each?.counts === true) directory.note(each.clues);
            found.add(entries[at]?.seq ?? 0, each?.clues ?? {});
          }
        });
      },
    ).catch(passOver);
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
  for (const source of await open()) {
    const count = new SourceCount(source);
    const turns = new Turns(2 * jobs);
    let unmapped = 0;
    const judge = async (block: readonly Placed[]): Promise<void> => {
      const parts = Array.from({ length: crew.size }, (): Entry[] => []);
      for (const item of block)
        if ('text' in item) {
          const client = clientOf(item.seq);
          parts[shares[client] ?? 0]?.push({ seq: item.seq, text: item.text, client });
        }
      const answers = parts.map((entries, member) =>
        entries.length === 0 ? none : crew.ask(member, { kind: 'judge', form: source.form, entries }),
      );
      await turns.take(Promise.all(answers), (judged) => {
        unmapped += judged.reduce((sum, each) => sum + each.unmapped, 0);
        countAll(count, block, parts, judged);
        writeAll(recording, judged);
      });
    };
    files.push(
      await watch(source, async (tell) => {
        await eachBlock(source, positions, tell, judge).catch(async (error: unknown) => {
          await turns.end();
          count.cut(error);
        });
        await turns.end();
        await crew.askAll({ kind: 'end of input' });
        return count.audited(unmapped);
      }),
    );
  }
  const clients = await crew.askAll({ kind: 'conclude' });
  return { files, clients: clients.flat() };
}

const none: Promise<Judged> = Promise.resolve({ taken: [], lines: [], unmapped: 0 });

/** Counts what became of a block, in the order of its items. */
function countAll(
  count: SourceCount,
  block: readonly Placed[],
  parts: readonly (readonly Entry[])[],
  judged: readonly Judged[],
): void {
  const fates = new Map<number, Taken>();
  for (const [member, entries] of parts.entries())
    for (const [at, { seq }] of entries.entries()) fates.set(seq, judged[member]?.taken[at] ?? 'other');
  for (const item of block)
    count.add(item, 'flaw' in item ? { why: item.flaw } : (fates.get(item.seq) ?? 'other'));
}

/** Writes the lines of a block in the order of their exchanges. */
function writeAll(recording: Jobs['recording'], judged: readonly Judged[]): void {
  const lines = judged.flatMap((each) => each.lines).sort(([one], [other]) => one - other);
  for (const [seq, line, cycle] of lines)
    recording.write(seq, line, cycle ? (JSON.parse(line) as Evidence) : undefined);
}
