import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { SchemaProblem } from '../contract/schemas';
import { checkSchema } from '../contract/schemas';
import { ConfigurationError } from '../targets/errors';
import { isObject } from '../contract/json';
import type { InvalidEntry, Challenge, ChallengeAnswer, ChallengeKey, ItemAnswer } from './challenge';

/** Returns the path of the secret key file, which is next to the challenge file. */
export function keyFileOf(challengeFile: string): string {
  return `${challengeFile}.key`;
}

/**
 * Writes a challenge file and its key file, or neither of them if one cannot be written. Throws a
 * ConfigurationError in that case, and if either file already exists.
 */
export function writeChallenge(file: string, challenge: Challenge, key: ChallengeKey): void {
  const texts = [
    [keyFileOf(file), JSON.stringify(key, bytesAsBase64, 2), 0o600],
    [file, JSON.stringify(challenge, null, 2), 0o644],
  ] as const;
  requireNewChallenge(file);
  const moved: string[] = [];
  try {
    for (const [name, text, mode] of texts) writeFileSync(draftOf(name), `${text}\n`, { flag: 'wx', mode });
    for (const [name] of texts) {
      renameSync(draftOf(name), name);
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) rmSync(name, { force: true });
    throw notWritten(file, error, 'name another with --out');
  } finally {
    for (const [name] of texts) rmSync(draftOf(name), { force: true });
  }
}

/**
 * Throws a ConfigurationError if the challenge file or its key file already exists. An existing challenge
 * must not be overwritten, because the integrator may be working on the answers.
 */
export function requireNewChallenge(file: string): void {
  const there = [file, keyFileOf(file)].find((name) => existsSync(name));
  if (there !== undefined)
    throw new ConfigurationError(
      'is there already and is left alone',
      { file: there },
      'name another with --out',
    );
}

/**
 * Records in the key file that the challenge has been answered. Replaces the file atomically, so that a
 * reader never sees an incomplete one. Throws a ConfigurationError if the file cannot be written.
 */
export function markAnswered(keyFile: string, key: ChallengeKey, at: Date): void {
  const text = JSON.stringify({ ...key, answeredAt: at.toISOString() }, bytesAsBase64, 2);
  try {
    writeFileSync(draftOf(keyFile), `${text}\n`, { mode: 0o600 });
    renameSync(draftOf(keyFile), keyFile);
  } catch (error) {
    throw notWritten(keyFile, error, 'the results are written, and count for this one answer');
  } finally {
    rmSync(draftOf(keyFile), { force: true });
  }
}

const draftOf = (file: string): string => `${file}.${process.pid}.tmp`;

function notWritten(file: string, error: unknown, hint: string): ConfigurationError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return new ConfigurationError(`cannot be written (${code})`, { file }, hint);
}

/**
 * Reads the integrator's answer file. Throws a ConfigurationError if the file as a whole is invalid. If only
 * individual entries are invalid, returns the valid ones in `answers` and the invalid ones in `bad`.
 */
export function readAnswerFile(file: string): ChallengeAnswer {
  const hint = 'howToAnswer in the challenge shows its shape';
  const value = parsed(readText(file, hint), file, hint);
  const entries: unknown = isObject(value) ? value.answers : undefined;
  if (!Array.isArray(entries)) return checked(value, file, 'challenge/answer', hint) as ChallengeAnswer;
  const whole = checked(
    { ...(value as object), answers: [] },
    file,
    'challenge/answer',
    hint,
  ) as ChallengeAnswer;
  const read = entries.map((entry: unknown, index) => ({ entry, bad: badEntry(whole, entry, index) }));
  return {
    ...whole,
    answers: read.flatMap(({ entry, bad }) => (bad === undefined ? [entry as ItemAnswer] : [])),
    bad: read.flatMap(({ bad }) => bad ?? []),
  };
}

function badEntry(whole: ChallengeAnswer, entry: unknown, index: number): InvalidEntry | undefined {
  const [problem] = checkSchema('challenge/answer', { ...whole, answers: [entry] });
  if (problem === undefined) return undefined;
  const id = isObject(entry) && typeof entry.id === 'string' ? entry.id : `entry ${index + 1}`;
  return { id, problem: problem.message.replace('/answers/0', '') };
}

/** Reads a challenge. Throws a ConfigurationError if the file is missing or is not a challenge. */
export function readChallengeFile(file: string): Challenge {
  const hint = 'give the file that npx conform challenge --out wrote';
  return readChecked(file, 'challenge/challenge', hint) as Challenge;
}

/**
 * Reads the secret key file of a challenge. Throws a ConfigurationError if the file is missing or invalid.
 */
export function readKeyFile(file: string): ChallengeKey {
  const hint = 'it was written beside the challenge, and the answers cannot be judged without it';
  return readChecked(file, 'challenge/key', hint, base64AsBytes) as ChallengeKey;
}

function readChecked(file: string, schema: string, hint: string, reviver?: Reviver): unknown {
  const text = readText(file, hint);
  const value = checked(parsed(text, file, hint), file, schema, hint);
  return reviver === undefined ? value : (JSON.parse(text, reviver) as unknown);
}

function checked(value: unknown, file: string, schema: string, hint: string): unknown {
  const [problem, ...more] = checkSchema(schema, value);
  if (problem !== undefined)
    throw new ConfigurationError(
      `${told(problem, value)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
      { file },
      hint,
    );
  return value;
}

function readText(file: string, hint: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const message = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
    throw new ConfigurationError(message, { file }, hint);
  }
}

function parsed(text: string, file: string, hint: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ConfigurationError('is not JSON', { file }, hint);
  }
}

/**
 * Returns the message of a schema problem. If the problem is inside an item with an id, puts the id before
 * the message. A reader can then find the item without counting entries.
 */
function told({ path, message }: SchemaProblem, value: unknown): string {
  const [, list = '', index = ''] = /^\/(answers|items|fields|transfers)\/(\d+)/.exec(path) ?? [];
  if (list === '') return message;
  // This cast is safe: the schema checker found a problem inside this list, so the list exists.
  const entries = (value as Readonly<Record<string, readonly ({ readonly id?: unknown } | null)[]>>)[list];
  const id = entries?.[Number(index)]?.id;
  return typeof id === 'string' ? `${id}: ${message}` : message;
}

type Reviver = (name: string, value: unknown) => unknown;

/** Replacer for JSON.stringify: writes a Buffer as `{"base64": "…"}`. */
function bytesAsBase64(_name: string, value: unknown): unknown {
  const bytes = value as { readonly type?: unknown; readonly data?: unknown } | null;
  return bytes?.type === 'Buffer' && Array.isArray(bytes.data)
    ? { base64: Buffer.from(bytes.data as number[]).toString('base64') }
    : value;
}

const base64AsBytes: Reviver = (_name, value) => {
  const { base64, ...rest } = (value ?? {}) as { readonly base64?: unknown };
  return typeof base64 === 'string' && Object.keys(rest).length === 0 ? Buffer.from(base64, 'base64') : value;
};
