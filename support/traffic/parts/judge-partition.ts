import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { basisTarget } from '../../judging/basis';
import { targetContext } from '../../judging/target-context';
import { ConfigurationError } from '../../targets/errors';
import type { Target } from '../../targets/target';
import { recordedLines } from '../../exchange/recorded-lines';
import type { Audited } from '../../judging/results';
import { SourceCount } from '../audit';
import { ClientJudges } from '../clients/client-judges';
import { Directory } from '../clients/directory';
import { Namer, keyOf } from '../clients/namer';
import type { FileRecording } from '../file-recording';
import { spillInto } from '../spill-file';
import { shareOf } from '../jobs/share';
import { takeItem } from '../taker';
import type { Split, SplitInput } from './layout';
import { loose, readInputs, readSplit, stemOf, timesOf } from './layout';
import { Places, TimesReader } from './times';
import type { Part, PartInput } from './part';
import { toPartClient } from './part';
import { inOrder } from '../in-order';
import { stretchesOf } from '../stretch';
import type { PartLine } from './part-line';
import { longestPartLine, readPartLine } from './part-line';

/** A folder of entries that is to be judged. */
export interface Partition {
  readonly parts: string;
  readonly number: number;
  readonly split: Split;
  readonly inputs: readonly SplitInput[];
}

/** Opens `PARTS/3`. Throws a ConfigurationError where it is none, or was not split to its end. */
export function openPartition(folder: string, target: Target): Partition {
  const parts = dirname(resolve(folder));
  const number = Number(basename(folder));
  const split = readSplit(parts, target);
  if (!Number.isInteger(number) || number < 0 || number >= split.of || !existsSync(folder))
    throw new ConfigurationError(
      `is none of the ${split.of} partitions`,
      { file: folder },
      `name one from ${join(parts, '0')} to ${join(parts, String(split.of - 1))}`,
    );
  return { parts, number, split, inputs: readInputs(parts) };
}

/** Judges the clients of one partition, each by itself. */
export async function judgePartition(
  { parts, number, split, inputs }: Partition,
  target: Target,
  recording: FileRecording,
): Promise<Part> {
  const startedAt = new Date().toISOString();
  const directory = directoryOf(inputs);
  const key = Buffer.from(split.key, 'base64');
  const namer = new Namer(target, key);
  using spill = spillInto(dirname(recording.file));
  const judges = new ClientJudges({
    target,
    context: { ...targetContext(target), spill },
    everyRule: false,
    key,
    recording,
  });
  const folders = [...new Set([String(number), ...foldersOfDisowned(directory, namer, split.of), loose])];
  const files: PartInput[] = [];
  let before = 0;
  for (const stretch of stretchesOf(inputs)) {
    const counts = stretch.map((input) => new SourceCount(input));
    const places = new Places(stretch.map((input) => new TimesReader(timesOf(parts, input.name), input)));
    for await (const [from, [at, clues, time, text]] of entriesIn(stretch, parts, folders)) {
      const name = namer.name(directory.clientOf(clues));
      // Of what the input alone did not tell, another partition may be the right one.
      if (shareOf(keyOf(name), split.of) !== number) continue;
      const item = { number: at, text, unseen: stretch[from]?.unseen ?? [] };
      const seq = before + places.of(from, at, time);
      counts[from]?.add(item, takeItem(stretch[0].form, item, judges.takerOf(name, seq)));
    }
    judges.endRecording();
    before += stretch.reduce((sum, { items }) => sum + items, 0);
    files.push(...stretch.flatMap((input, from) => fileOf(input, counts[from]?.audited)));
  }
  return {
    formatVersion: 1,
    suite: split.suite,
    split: { id: split.id, part: number, of: split.of, inputs: digestOf(inputs) },
    startedAt,
    target: basisTarget(target),
    exchanges: recording.count,
    files,
    clients: judges.conclude().map(toPartClient),
  };
}

/** Where entries are whose tokens claim to be of a client to which they were not granted: of any client, that is. */
function foldersOfDisowned(directory: Directory, namer: Namer, of: number): string[] {
  return directory.disowned.map((id) => String(shareOf(keyOf(namer.name({ by: 'client id', id })), of)));
}

/**
 * Removes a partition that was judged, and with the last one all that was split. Tells whether it did: what other tasks
 * read too stays.
 */
export function sweepPartition({ parts, number, split, inputs }: Partition): boolean {
  if (directoryOf(inputs).disowned.length > 0) return false;
  rmSync(join(parts, String(number)), { recursive: true, force: true });
  const left = readdirSync(parts).filter((name) => /^\d+$/.test(name) && Number(name) < split.of);
  if (left.length === 0) rmSync(parts, { recursive: true, force: true });
  return true;
}

function directoryOf(inputs: readonly SplitInput[]): Directory {
  const directory = new Directory();
  for (const input of inputs) directory.merge(input.directory);
  return directory;
}

function fileOf(
  { name, form, cut, others, broken, brokenCount }: SplitInput,
  audited: Audited | undefined,
): PartInput[] {
  if (audited === undefined) return [];
  const { exchanges, ...judged } = audited;
  return [
    {
      name,
      form,
      ...(cut !== undefined && { cut }),
      split: { others, broken, brokenCount },
      judged: { exchanges, others: judged.others, broken: judged.broken, brokenCount: judged.brokenCount },
    },
  ];
}

const digestOf = (inputs: readonly SplitInput[]): string =>
  createHash('sha256').update(JSON.stringify(inputs)).digest('hex');

/** The entries of inputs that are read side by side, each with the number of its input. */
function entriesIn(
  inputs: readonly SplitInput[],
  parts: string,
  folders: readonly string[],
): AsyncGenerator<readonly [from: number, line: PartLine]> {
  const streams = inputs.map(async function* (input, from) {
    for await (const line of entriesOf(input, parts, folders)) yield [from, line] as const;
  });
  return inOrder(streams, ([, [, , time]]) => time);
}

/** The entries of an input in some folders, in the order of the input. */
function entriesOf(input: SplitInput, parts: string, folders: readonly string[]): AsyncGenerator<PartLine> {
  const streams = folders.map((folder) => linesIn(input, parts, folder));
  return inOrder(streams, ([number]) => number);
}

async function* linesIn(
  { name, lines }: SplitInput,
  parts: string,
  folder: string,
): AsyncGenerator<PartLine> {
  const wanted = lines[folder] ?? 0;
  if (wanted === 0) return;
  const file = join(parts, folder, `${stemOf(name)}.jsonl`);
  let read = 0;
  if (existsSync(file))
    for await (const line of recordedLines(createReadStream(file), longestPartLine)) {
      if (!('text' in line)) break;
      read += 1;
      yield readPartLine(line.text);
    }
  if (read === wanted) return;
  throw new ConfigurationError(
    `has ${read} of the ${wanted} entries of ${name}`,
    { file },
    'split that input again',
  );
}
