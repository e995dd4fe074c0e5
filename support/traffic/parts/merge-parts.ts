import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchema } from '../../contract/schemas';
import type { Evidence } from '../../exchange/evidence';
import { recordedLines } from '../../exchange/recorded-lines';
import { isHeaderLine } from '../../exchange/recording-header';
import type { Audited } from '../../judging/results';
import { thisSuite } from '../../judging/results-of';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import type { AuditedTraffic } from '../clients/audit-clients';
import { together } from '../clients/judged-client';
import { keyOf } from '../clients/namer';
import type { FileRecording } from '../file-recording';
import type { Part, PartInput } from './part';
import { partName, toJudgedClient } from './part';
import { inOrder } from '../in-order';

/** A part, with the folder that it stands in. */
export interface FoundPart {
  readonly folder: string;
  readonly part: Part;
}

const recordingName = 'recording.jsonl';

/** Reads all parts of a split. Throws a ConfigurationError that names those which are missing, doubled or of another. */
export function readParts(folders: readonly string[]): readonly FoundPart[] {
  const found = folders.map((folder) => ({ folder, part: readPart(folder) }));
  const [first] = found;
  if (first === undefined) throw new ConfigurationError('names no parts', { at: 'folders' }, 'name OUT/*');
  for (const { folder, part } of found) requireAlike(first, folder, part);
  const { of } = first.part.split;
  for (let number = 0; number < of; number += 1) {
    const those = found.filter(({ part }) => part.split.part === number).map(({ folder }) => folder);
    if (those.length === 1) continue;
    throw new ConfigurationError(
      those.length === 0
        ? `part ${number} of ${of} is missing`
        : `part ${number} is there twice: ${those.join(', ')}`,
      {},
      those.length === 0 ? `judge it: conform audit --partition PARTS/${number}` : 'name each part once',
    );
  }
  requireOwnClients(found);
  return found.toSorted((one, other) => one.part.split.part - other.part.split.part);
}

/** What all parts come to; their recordings become one. */
export async function mergeParts(
  parts: readonly FoundPart[],
  recording: FileRecording,
): Promise<AuditedTraffic> {
  const lines = inOrder(
    parts.map((each) => linesOf(each)),
    ([seq]) => seq,
  );
  for await (const [seq, text] of lines)
    recording.write(seq, `${text}\n`, mayBeOfCycle(text) ? (JSON.parse(text) as Evidence) : undefined);
  const clients = parts.flatMap(({ part }) => part.clients.map(toJudgedClient));
  const { count, evidence } = recording;
  return { files: filesOf(parts.map(({ part }) => part)), judged: { ...together(clients), count, evidence } };
}

function readPart(folder: string): Part {
  const file = join(folder, partName);
  if (!existsSync(file))
    throw new ConfigurationError('holds no part', { file: folder }, 'name folders that --partition wrote');
  const value = attempt(() => JSON.parse(readFileSync(file, 'utf8')) as unknown);
  const [problem] = checkSchema('part', value ?? null);
  if (problem !== undefined)
    throw new ConfigurationError(
      `does not keep to schemas/part.schema.json: ${problem.message}`,
      { file, at: problem.path },
      'judge the partition again',
    );
  return value as Part;
}

function requireAlike(first: FoundPart, folder: string, part: Part): void {
  const differs = (what: string): ConfigurationError =>
    new ConfigurationError(
      `is of another ${what} than ${first.folder}`,
      { file: join(folder, partName) },
      'merge the parts of one split, all judged after it ended',
    );
  if (part.suite !== thisSuite().digest)
    throw new ConfigurationError(
      'was judged by another version of this suite',
      { file: join(folder, partName) },
      'split and judge again with this one',
    );
  if (part.split.id !== first.part.split.id) throw differs('split');
  if (part.split.of !== first.part.split.of) throw differs('number of partitions');
  if (part.split.inputs !== first.part.split.inputs) throw differs('state of the split');
}

function requireOwnClients(found: readonly FoundPart[]): void {
  const seen = new Map<string, string>();
  for (const { folder, part } of found)
    for (const client of part.clients) {
      const other = seen.get(keyOf(client));
      if (other !== undefined)
        throw new ConfigurationError(
          `judges ${client.label}, as ${other} does`,
          { file: join(folder, partName) },
          'judge both partitions again',
        );
      seen.set(keyOf(client), folder);
    }
}

async function* linesOf({ folder, part }: FoundPart): AsyncGenerator<readonly [seq: number, text: string]> {
  const file = join(folder, recordingName);
  let count = 0;
  if (existsSync(file))
    for await (const line of recordedLines(createReadStream(file))) {
      const text = 'text' in line ? line.text : '';
      const [, seq] = /^\{"seq":(\d{1,15}),.*\}$/.exec(text) ?? [];
      if (isHeaderLine(text) || seq === undefined) break;
      count += 1;
      yield [Number(seq), text];
    }
  if (count === part.exchanges) return;
  throw new ConfigurationError(
    `has ${count} of the ${part.exchanges} exchanges of ${partName}`,
    { file },
    'judge the partition again',
  );
}

/** Payer cycles are between the provider and its payer, or the dummy payer. */
const mayBeOfCycle = (text: string): boolean => /"service":"(?:provider|dummyPayer)"/.test(text);

const toldBroken = 20;

function filesOf(parts: readonly Part[]): Audited[] {
  const [first] = parts;
  return (first?.files ?? []).map((file, index) => {
    const judged = parts.flatMap((part) => part.files[index]?.judged ?? []);
    const sum = (of: (each: PartInput['judged']) => number): number =>
      judged.reduce((total, each) => total + of(each), 0);
    const broken = [...file.split.broken, ...judged.flatMap((each) => each.broken)];
    return {
      name: file.name,
      form: file.form,
      exchanges: sum((each) => each.exchanges),
      others: file.split.others + sum((each) => each.others),
      broken: broken.toSorted((one, other) => placeIn(one) - placeIn(other)).slice(0, toldBroken),
      brokenCount: file.split.brokenCount + sum((each) => each.brokenCount),
      ...(file.cut !== undefined && { cut: file.cut }),
    };
  });
}

/** `entry 4: no request` */
const placeIn = (told: string): number => Number(/\d+/.exec(told)?.[0] ?? 0);
