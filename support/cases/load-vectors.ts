import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import { checkSchema } from '../contract/schemas';
import { ConfigurationError } from '../targets/errors';
import type { AnyVectorFile, FieldEncryptionGroup, JwtGroup } from './vector-file';
import { vectorKinds } from './vector-file';

const root = join(suiteRoot, 'vectors');

interface LoadedVectors {
  /** File name, such as `transfer-x25519.json`. */
  readonly name: string;
  readonly file: AnyVectorFile;
}

/** Returns the sorted paths of the vector files that ship with the suite. */
export function ownVectorPaths(): string[] {
  return readdirSync(root)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(root, name));
}

/**
 * Loads one of the suite's own vector files without checking it. A unit test checks these files instead: a
 * check in every run would be slower than running most of their cases.
 */
export function loadOwnVectors(name: string): AnyVectorFile {
  return JSON.parse(readText(join(root, name))) as AnyVectorFile;
}

/** Loads all of the suite's own vector files without checking them. */
export function loadAllOwnVectors(): LoadedVectors[] {
  return ownVectorPaths().map((path) => {
    const name = basename(path);
    return { name, file: loadOwnVectors(name) };
  });
}

/**
 * Reads and checks a vector file. If it is missing or invalid, throws a ConfigurationError that names the
 * file and, if possible, the case.
 */
export function loadVectors(path: string): LoadedVectors {
  return { name: basename(path), file: checkVectors(path, readText(path)) };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError(
      `the vector file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      { at: path },
      'give the path of a file as vectors/README.md describes it',
    );
  }
}

/**
 * Parses and checks the text of a vector file; `at` is its path. Throws a ConfigurationError if it is
 * invalid.
 */
export function checkVectors(at: string, text: string): AnyVectorFile {
  const value = parse(at, text);
  const { schema } = value as { schema?: unknown };
  const kind = vectorKinds.find((each) => each === schema);
  if (kind === undefined)
    throw new ConfigurationError(
      'schema names no kind of vectors',
      { at },
      `one of ${vectorKinds.join(', ')}`,
    );
  const [problem] = checkSchema(kind, value);
  if (problem !== undefined)
    throw new ConfigurationError(
      `${caseAt(value, problem.path)}${problem.message}`,
      { at },
      `schemas/${kind}.schema.json describes the file`,
    );
  const file = value as AnyVectorFile;
  checkBooks(at, file);
  checkKeys(at, file);
  return file;
}

function parse(at: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new ConfigurationError(
      `it is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      { at },
      'a vector file is one JSON object',
    );
  }
  throw new ConfigurationError('it holds no JSON object', { at }, 'a vector file is one JSON object');
}

/**
 * If the path leads into a case, returns a prefix that names the case, such as `case "plain": `. Otherwise,
 * returns an empty string.
 */
function caseAt(value: object, path: string): string {
  const [, group, index] = /^\/groups\/(\d+)\/cases\/(\d+)/.exec(path) ?? [];
  if (group === undefined || index === undefined) return '';
  const groups = (value as { groups: { cases: { id?: unknown }[] }[] }).groups;
  const id = groups[Number(group)]?.cases[Number(index)]?.id;
  return typeof id === 'string' ? `case "${id}": ` : '';
}

/**
 * Throws a ConfigurationError if a group's shared key cannot be parsed. Without this check, the bad key would
 * make every case in the group fail.
 */
function checkKeys(at: string, file: AnyVectorFile): void {
  file.groups.forEach((group, index) => {
    const unreadable = unreadableKey(group as SharedKeys);
    if (unreadable !== undefined)
      throw new ConfigurationError(
        `group ${index + 1}: ${unreadable} holds no key that can be read`,
        { at },
        'PEM and JWK as schemas/vectors describes them',
      );
  });
}

type SharedKeys = Partial<FieldEncryptionGroup & JwtGroup>;

/**
 * Returns the name of the first member with a key that cannot be parsed, or `undefined` if there is no such
 * member.
 */
function unreadableKey({ privateKey, publicKey, jwks }: SharedKeys): string | undefined {
  if (privateKey !== undefined && !reads(() => createPrivateKey(privateKey))) return 'privateKey';
  if (publicKey !== undefined && !reads(() => createPublicKey(publicKey))) return 'publicKey';
  const broken = jwks?.keys.some((key) => !reads(() => createPublicKey({ key, format: 'jwk' })));
  return broken === true ? 'jwks' : undefined;
}

function reads(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws a ConfigurationError if `numberOfCases` is wrong or an id is not unique. Also throws if the file
 * does not explain a flag or provenance, or explains a flag that is not used.
 */
function checkBooks(at: string, file: AnyVectorFile): void {
  const complain = (message: string, hint: string): never => {
    throw new ConfigurationError(message, { at }, hint);
  };
  const cases = file.groups.flatMap((group): AnyVectorFile['groups'][number]['cases'][number][] => [
    ...group.cases,
  ]);
  if (cases.length !== file.numberOfCases)
    complain(
      `numberOfCases is ${file.numberOfCases}, and there are ${cases.length}`,
      'a case is lost, or was added',
    );
  const ids = new Set<string>();
  for (const { id, flags, provenance } of cases) {
    if (ids.has(id)) complain(`case "${id}": another one has the same id`, 'ids are unique within a file');
    ids.add(id);
    for (const flag of flags)
      if (!Object.hasOwn(file.flags, flag))
        complain(`case "${id}": the flag ${flag} is not explained`, 'add it to flags');
    if (!Object.hasOwn(file.provenance, provenance))
      complain(`case "${id}": its provenance ${provenance} is not told`, 'add it to provenance');
  }
  for (const flag of Object.keys(file.flags))
    if (!cases.some(({ flags }) => flags.includes(flag)))
      complain(`no case has the flag ${flag}`, 'take it out of flags');
}
