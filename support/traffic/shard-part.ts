import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchema } from '../contract/schemas';
import type { Evidence } from '../exchange/evidence';
import type { ClientName } from '../exchange/exchange';
import type { RedactionSettings } from '../exchange/recording';
import { recordedLines } from '../exchange/recording';
import type { BasisTarget } from '../judging/basis';
import { basisTarget } from '../judging/basis';
import { requireCurrentRecordingForm } from '../judging/recording-form';
import type { AuditedFile } from '../judging/results';
import { identifySuite } from '../judging/build-results';
import type { Conclusion } from '../obligations';
import { maxListed } from '../obligations/judge/judge';
import { ConfigurationError, wrongVersionError } from '../targets/errors';
import { undefinedIfThrows } from '../targets/pem';
import type { Target } from '../targets/target';
import type { AuditedTraffic, JudgedShard, Shard } from './audit';
import type { JudgedClient } from './clients/combine-clients';
import { combineClients } from './clients/combine-clients';
import type { FileRecording } from './recording-file';
import type { FirstPass } from './first-pass';
import { asListed, UnjudgedCount } from './unjudged-requests';
import { inOrder } from './time-order';
import { toldBroken } from './items';
import type { ClientTrafficSpan } from '../judging/traffic-span';

export const partName = 'part.json';

/** The version of the format of parts that this suite writes and reads. */
const formatVersion = 4;

/** What was concluded of the clients of one shard, so that it merges with the others (`schemas/part.schema.json`). */
export interface ShardPart {
  readonly formatVersion: typeof formatVersion;
  readonly suite: string;
  readonly profile: 'audit' | 'rejudge';
  readonly shard: Shard;
  readonly startedAt: string;
  readonly target: BasisTarget;
  /** Under which names and readings it was recorded. */
  readonly kept: RedactionSettings;
  /** How many lines the recording beside it has. */
  readonly exchanges: number;
  /** With the digest of what the first reading found in each: the same in all parts. */
  readonly files: readonly (AuditedFile & { readonly digest: string })[];
  readonly clients: readonly PartClient[];
}

/** What was concluded of one client. */
interface PartClient extends ClientName, ClientTrafficSpan {
  /** By obligation; absent where nothing was concluded. */
  readonly conclusions: Readonly<Record<string, Conclusion>>;
}

/** A part, with the folder that it stands in. */
export interface FoundPart {
  readonly folder: string;
  readonly part: ShardPart;
}

/** What a shard comes to, as its part. */
export function createShardPart(
  { files, clients, kept }: JudgedShard,
  { inputs }: Pick<FirstPass, 'inputs'>,
  {
    target,
    ...about
  }: Pick<ShardPart, 'profile' | 'shard' | 'startedAt' | 'exchanges'> & {
    readonly target: Target;
  },
): ShardPart {
  return {
    formatVersion,
    suite: identifySuite().digest,
    ...about,
    target: basisTarget(target),
    kept,
    files: files.map((file, at) => ({ ...file, digest: inputs[at]?.digest ?? '' })),
    clients: clients.map(toPartClient),
  };
}

/**
 * Reads all parts of an audit. Throws a ConfigurationError that names those which are missing, doubled or of another.
 */
export function readParts(folders: readonly string[]): readonly [FoundPart, ...FoundPart[]] {
  const [first, ...others] = folders.map((folder) => ({ folder, part: readPart(folder) }));
  if (first === undefined) throw new ConfigurationError('names no parts', { at: 'folders' }, 'name OUT/*');
  for (const each of [first, ...others]) requireAlike(first, each);
  const { of } = first.part.shard;
  for (let number = 1; number <= of; number += 1) {
    const those = [first, ...others].filter(({ part }) => part.shard.number === number);
    if (those.length === 1) continue;
    throw new ConfigurationError(
      those.length === 0
        ? `part ${number} of ${of} is missing`
        : `part ${number} is there twice: ${those.map(({ folder }) => folder).join(', ')}`,
      {},
      those.length === 0
        ? `judge it: conform audit --shard ${number}/${of} FILES --reports OUT/${number}`
        : 'name each part once',
    );
  }
  return [first, ...others];
}

/** What all parts come to; their recordings become one. */
export async function mergeParts(
  parts: readonly [FoundPart, ...FoundPart[]],
  recording: FileRecording,
): Promise<AuditedTraffic> {
  const [
    {
      part: { kept },
    },
  ] = parts;
  recording.begin(kept);
  const lines = inOrder(
    parts.map((each) => linesOf(each)),
    ([seq]) => seq,
  );
  for await (const [seq, text] of lines)
    recording.write(seq, `${text}\n`, mayBeOfCycle(text) ? (JSON.parse(text) as Evidence) : undefined);
  const clients = parts.flatMap(({ part }) => part.clients.map(toJudgedClient));
  const { count, evidence } = recording;
  const judged = { ...combineClients(clients), count, evidence };
  return { files: filesOf(parts.map(({ part }) => part)), judged, kept };
}

function toPartClient({ name, conclusions, ...seen }: JudgedClient): PartClient {
  const telling = [...conclusions]
    .filter(([, each]) => isTelling(each))
    // A client of a recorded run may list more; merging lists no more than this.
    .map(([id, each]): [string, Conclusion] => [
      id,
      { ...each, breaches: each.breaches.slice(0, maxListed) },
    ]);
  return { ...name, ...seen, conclusions: Object.fromEntries(telling) };
}

function toJudgedClient({ label, by, conclusions, ...seen }: PartClient): JudgedClient {
  return { name: { label, by }, ...seen, conclusions: new Map(Object.entries(conclusions)) };
}

function isTelling({ observations, breachCount, notes, unjudged, facets }: Conclusion): boolean {
  return observations + breachCount + notes.length + unjudged.length > 0 || facets !== undefined;
}

const again = 'judge it again: conform audit --shard';

function readPart(folder: string): ShardPart {
  const file = join(folder, partName);
  if (!existsSync(file))
    throw new ConfigurationError(
      'holds no part',
      { file: folder },
      'name folders that conform audit --shard wrote',
    );
  const value = undefinedIfThrows(
    () => JSON.parse(readFileSync(file, 'utf8')) as { readonly formatVersion?: unknown },
  );
  const found = value?.formatVersion;
  if (found !== undefined && found !== formatVersion)
    throw wrongVersionError(
      { of: 'a part', member: 'formatVersion', found, readable: formatVersion },
      { file },
      again,
    );
  const [problem] = checkSchema('part', value ?? null);
  if (problem === undefined) return value as unknown as ShardPart;
  throw new ConfigurationError(
    `does not keep to schemas/part.schema.json: ${problem.message}`,
    { file, at: problem.path },
    again,
  );
}

function requireAlike(first: FoundPart, { folder, part }: FoundPart): void {
  const file = join(folder, partName);
  const differs = (what: string, hint: string): ConfigurationError =>
    new ConfigurationError(`${what} than ${first.folder}`, { file }, hint);
  if (part.suite !== identifySuite().digest)
    throw new ConfigurationError('was judged by another version of this suite', { file }, again);
  if (part.shard.of !== first.part.shard.of)
    throw differs(
      'is one of another number of shards',
      'merge parts of one audit: each --shard has the same n',
    );
  if (part.profile !== first.part.profile || restOf(part.target) !== restOf(first.part.target))
    throw differs(
      'was judged for another target',
      'name the same --target for all shards, and --rejudge for all or none',
    );
  requireSameInputs(first, { folder, part });
}

/** All shards read all inputs. */
function requireSameInputs(first: FoundPart, { folder, part }: FoundPart): void {
  const differs = (what: string, hint: string): ConfigurationError =>
    new ConfigurationError(what, { file: join(folder, partName) }, hint);
  const [names, other] = [part.files, first.part.files].map((files) => files.map(({ name }) => name));
  if (names?.join('\n') !== other?.join('\n'))
    throw differs(`is of other files than ${first.folder}`, 'name the same files for all shards');
  const changed = part.files.find(({ digest }, at) => digest !== first.part.files[at]?.digest);
  if (changed !== undefined)
    throw differs(
      `read ${changed.name} when it held something else than for ${first.folder}`,
      'judge all shards again, once it does not change any more',
    );
}

/** Wherever on a machine the target file is. */
const restOf = ({ file, ...rest }: BasisTarget): string => JSON.stringify(rest);

async function* linesOf({ folder, part }: FoundPart): AsyncGenerator<readonly [seq: number, text: string]> {
  const file = join(folder, 'recording.jsonl');
  const requireOwnForm = (line: string): void => void requireCurrentRecordingForm(line, file);
  let count = 0;
  if (existsSync(file))
    for await (const line of recordedLines(createReadStream(file), { first: requireOwnForm })) {
      const text = 'text' in line ? line.text : '';
      const [, seq] = /^\{"seq":(\d{1,15}),.*\}$/.exec(text) ?? [];
      if (seq === undefined) break;
      count += 1;
      yield [Number(seq), text];
    }
  if (count === part.exchanges) return;
  throw new ConfigurationError(
    `has ${count} of the ${part.exchanges} exchanges of ${partName}`,
    { file },
    again,
  );
}

/** Payer cycles are between the provider and its payer, or the dummy payer. */
const mayBeOfCycle = (text: string): boolean => /"service":"(?:provider|dummyPayer)"/.test(text);

function filesOf(parts: readonly ShardPart[]): AuditedFile[] {
  const [first] = parts;
  return (first?.files ?? []).map(({ digest: _digest, ...file }, index) => {
    const all = parts.flatMap(({ files }) => files[index] ?? []);
    const sum = (of: (each: AuditedFile) => number): number =>
      all.reduce((total, each) => total + of(each), 0);
    const cut = all.find((each) => each.cut !== undefined)?.cut;
    const counts = new UnjudgedCount();
    for (const each of all) if (each.unjudged !== undefined) counts.addAll(each.unjudged);
    const unjudged = counts.all;
    return asListed({
      ...file,
      exchanges: sum((each) => each.exchanges),
      others: sum((each) => each.others),
      ...(unjudged && { unjudged }),
      broken: all
        .flatMap((each) => each.broken)
        .sort((one, other) => placeIn(one) - placeIn(other))
        .slice(0, toldBroken),
      brokenCount: sum((each) => each.brokenCount),
      ...(cut !== undefined && { cut }),
    });
  });
}

/** `entry 4: no request` */
const placeIn = (told: string): number => Number(/\d+/.exec(told)?.[0] ?? 0);
