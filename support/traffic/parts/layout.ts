import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { thisSuite } from '../../judging/results-of';
import { basisTarget } from '../../judging/basis';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import type { Target } from '../../targets/target';
import { byAge } from '../by-age';
import type { DirectoryText } from '../clients/directory';
import type { Form } from '../sources';

/** What all who split inputs into a folder, and judge them, agree on. */
export interface Split {
  readonly formatVersion: 1;
  readonly id: string;
  /** How many partitions there are. */
  readonly of: number;
  readonly suite: string;
  /** Digest of what verdicts rest on in the target. */
  readonly target: string;
  /** Under which pseudonyms and names are made, Base64. */
  readonly key: string;
}

/** What came of splitting an input. */
export interface SplitInput {
  readonly name: string;
  readonly form: Form;
  /** The number of its last item, and when that came. */
  readonly items: number;
  readonly last: number;
  readonly others: number;
  readonly broken: readonly string[];
  readonly brokenCount: number;
  readonly cut?: string;
  /** How many lines each file of it has, by folder. */
  readonly lines: Readonly<Record<string, number>>;
  readonly directory: DirectoryText;
  /** Headers that no request of it carries. */
  readonly unseen: readonly string[];
}

/** Entries whose client the input alone does not tell for sure. */
export const loose = 'loose';

const splitName = 'split.json';
const again = 'split again into a new folder';

export const inputsIn = (parts: string): string => join(parts, 'inputs');

/** Where it stands when each item of an input came. */
export const timesOf = (parts: string, input: string): string =>
  join(inputsIn(parts), `${stemOf(input)}.times`);

/** What the files of an input are called. */
export function stemOf(input: string): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 32);
}

/** Wherever on a machine its file is. */
export function targetDigest(target: Target): string {
  const { file, ...rest } = basisTarget(target);
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex');
}

/** Begins a folder, or joins those who split other inputs into it. Throws a ConfigurationError where they differ. */
export function joinSplit(parts: string, of: number, target: Target): Split {
  for (const each of [...Array(of).keys()].map(String).concat(loose, 'inputs'))
    mkdirSync(join(parts, each), { recursive: true, mode: 0o700 });
  const own: Split = {
    formatVersion: 1,
    id: randomUUID(),
    of,
    suite: thisSuite().digest,
    target: targetDigest(target),
    key: randomBytes(32).toString('base64'),
  };
  const file = join(parts, splitName);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    // Of several that begin at once one is first.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const split = readSplit(parts, target);
  if (split.of === of) return split;
  throw new ConfigurationError(`is split into ${split.of} partitions, and not ${of}`, { file: parts }, again);
}

/** Throws a ConfigurationError for a folder that another suite split, or for another target. */
export function readSplit(parts: string, target: Target): Split {
  const file = join(parts, splitName);
  const split = attempt(() => JSON.parse(readFileSync(file, 'utf8')) as Partial<Split>);
  if (split?.formatVersion !== 1)
    throw new ConfigurationError(
      'is no folder that traffic was split into',
      { file: parts },
      'name a partition, as in PARTS/0, that conform audit --split wrote',
    );
  if (split.suite !== thisSuite().digest)
    throw new ConfigurationError('was split by another version of this suite', { file: parts }, again);
  if (split.target !== targetDigest(target))
    throw new ConfigurationError(
      'was split for another target',
      { file: parts, at: '--target' },
      'name the same target as with --split',
    );
  return split as Split;
}

/** Marks an input as not split to its end until `done`. */
export function beginInput(parts: string, name: string): { done(summary: SplitInput): void } {
  const file = join(inputsIn(parts), `${stemOf(name)}.json`);
  rmSync(file, { force: true });
  writeFileSync(`${file}.begun`, name, { mode: 0o600 });
  return {
    done(summary) {
      writeFileSync(`${file}.next`, JSON.stringify(summary), { mode: 0o600 });
      renameSync(`${file}.next`, file);
      rmSync(`${file}.begun`, { force: true });
    },
  };
}

/** All inputs in the order of their names. Throws a ConfigurationError where one was not split to its end. */
export function readInputs(parts: string): SplitInput[] {
  const folder = inputsIn(parts);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const begun = names.find((name) => name.endsWith('.begun'));
  if (begun !== undefined)
    throw new ConfigurationError(
      `was not split to its end: ${readFileSync(join(folder, begun), 'utf8')}`,
      { file: parts },
      'split that input again',
    );
  const read = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SplitInput);
  if (read.length === 0)
    throw new ConfigurationError('holds no input', { file: parts }, 'split traffic into it first');
  return read.sort((one, other) => byAge(one.name, other.name));
}
