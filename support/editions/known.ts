import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../contract/json';
import { checkSchema } from '../contract/schemas';
import { suiteRoot } from '../contract/suite-root';
import { ConfigurationError } from '../targets/errors';
import type { Edition } from './edition';
import { editionOfSuite } from './edition';

/** Where the suite keeps the editions before its own, each in a file of its name. */
const keptFolder = join(suiteRoot, 'editions');

/** The editions that a suite knows: the one by which it judges, and those that it keeps from before. */
export interface KnownEditions {
  readonly current: Edition;
  /** All of them, the oldest first. */
  readonly all: readonly Edition[];
}

/** Reads the kept editions. Throws a ConfigurationError for a file that holds something else. */
export function knownEditions(folder = keptFolder, current = editionOfSuite()): KnownEditions {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const kept = files.map((file) => readEdition(join(folder, file)));
  const all = [...kept.filter(({ name }) => name !== current.name), current];
  return { current, all: all.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** The edition in a file that `conform contract --edition` wrote. Throws a ConfigurationError. */
export function readEdition(file: string): Edition {
  const value = parseJson(readText(file));
  const [problem] = checkSchema('edition', value ?? null);
  if (problem === undefined) return value as Edition;
  throw new ConfigurationError(
    `is no edition: ${problem.message}`,
    { file },
    'conform contract --edition FILE writes one; schemas/edition.schema.json describes it',
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`cannot be read (${code})`, { file }, 'name an edition or its file');
  }
}

/** An edition by its name, or by the path of its file. Throws a ConfigurationError. */
export function findEdition(text: string, { all }: KnownEditions): Edition {
  const named = all.find(({ name }) => name === text);
  if (named !== undefined) return named;
  if (text.endsWith('.json')) return readEdition(text);
  throw new ConfigurationError(
    `${text} is no edition that this suite knows`,
    { at: '--diff' },
    `there is ${all.map(({ name }) => name).join(', ')}; or name the .json file of one`,
  );
}
