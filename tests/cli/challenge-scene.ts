import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { writeChallenge } from '../../support/challenge/challenge-files';
import { makeChallenge } from '../../support/challenge/make-challenge';
import { answerChallenge } from '../scenarios/challenge-answers';
import { temporaryFolder } from '../report/embedded-run';
import type { ProgramResult } from './conform';
import { conform } from './conform';

type Json = Record<string, unknown>;

export const readJson = (file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json;
export const writeJson = (file: string, value: unknown): void => {
  writeFileSync(file, JSON.stringify(value));
};

/** A challenge with a right answer to it, each in its file. */
export interface Written {
  readonly folder: string;
  readonly challenge: string;
  readonly key: string;
  readonly answer: string;
}

export const at = (folder: string): Written => ({
  folder,
  challenge: join(folder, 'my.challenge.json'),
  key: join(folder, 'my.challenge.json.key'),
  answer: join(folder, 'answer.json'),
});

export const wishes = { roles: ['registry'], forms: ['x25519'], keyBits: 2048, days: 7 } as const;

const pattern = makeChallenge(wishes);

/** Files of its own for a test, of a small challenge that is made once, and a right answer to it. */
export async function written(t: TestContext): Promise<Written> {
  const own = at(temporaryFolder(t));
  const { challenge, key } = await pattern;
  writeChallenge(own.challenge, challenge, key);
  writeJson(own.answer, answerChallenge(challenge));
  return own;
}

export const judge = (
  { answer, challenge, folder }: Written,
  ...more: readonly string[]
): Promise<ProgramResult> =>
  conform([
    'challenge',
    '--answer',
    answer,
    '--challenge',
    challenge,
    '--reports',
    join(folder, 'reports'),
    ...more,
  ]);

export function refusedInOneLine({ code, stdout, stderr }: ProgramResult, telling: RegExp): void {
  assert.deepEqual([code, stdout], [2, ''], stderr);
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  assert.match(stderr, /^error: /);
  assert.match(stderr, telling);
  assert.doesNotMatch(stderr, /^\s+at |node_modules|\.ts:\d+/m);
}

export function change(file: string, edit: (value: Json) => Json): void {
  writeJson(file, edit(readJson(file)));
}

export const answersOf = (value: Json): Json[] => value.answers as Json[];

/** The item of a field whose ciphertext is judged. */
export function fieldIdOf({ key }: Written): string {
  const fields = readJson(key).fields as { id: string; judged: boolean }[];
  return fields.find(({ judged }) => judged)?.id ?? assert.fail('no field is judged');
}

/** Changes the answer to it. */
export function changeField(files: Written, edit: (answer: Json) => Json): void {
  const id = fieldIdOf(files);
  change(files.answer, (value) => ({
    ...value,
    answers: answersOf(value).map((each) => (each.id === id ? edit(each) : each)),
  }));
}
