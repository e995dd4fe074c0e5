import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { examine } from '../../support/cli/cucumber/examine';
import { Examination } from '../../support/vectors/examination';
import { readVectorFeatures } from '../features/feature-files';
import { temporaryFolder } from '../report/embedded-run';
import { answering, right, wrong } from './altered';

const scenarios = readVectorFeatures().flatMap(({ pickles }) => pickles).length;

/** All that the suite answers with. */
const implementations = [
  'noble',
  'node:crypto',
  'noble, AES key',
  'node:crypto, AES key',
  'noble, encrypting',
  'node:crypto, encrypting',
  'node-forge',
  'node-forge, encrypting',
  'mock',
  'rules',
  'client',
  'bit by bit',
  'schema',
  'judge',
];

describe('the features of known answers', () => {
  it('pass where everybody gives the known answers', async () => {
    const outcomes = await examine(new Examination(answering(right)));
    assert.equal(outcomes.length, scenarios);
    assert.deepEqual(
      outcomes.filter(({ verdict }) => verdict !== 'passed'),
      [],
    );
  });

  it('fail, every one of them, where everybody answers otherwise', async () => {
    const outcomes = await examine(new Examination(answering(wrong)));
    assert.equal(outcomes.length, scenarios);
    for (const { verdict, name, message } of outcomes) assert.equal(verdict, 'failed', `${name}: ${message}`);
  });

  for (const one of implementations)
    it(`fail by ${one}, and name it alone, where it alone answers otherwise`, async () => {
      const attempts = answering((attempt, result) =>
        (attempt.implementation === one ? wrong : right)(attempt, result),
      );
      const failed = (await examine(new Examination(attempts))).filter(({ verdict }) => verdict === 'failed');
      assert.ok(failed.length > 0);
      for (const { message = '' } of failed)
        for (const line of message.split('\n'))
          assert.match(line, /^case \S+ of [a-z0-9-]+\.json on .+: expected the .+, got .+ \(catches: .+\)$/);
      const named = failed.flatMap(({ message = '' }) => message.split('\n'));
      assert.ok(named.every((line) => line.includes(` on ${one}: expected`)));
    });
});

/** Steps that state something wrong of cases as they are, and what is said of it. */
const wrongSteps: readonly (readonly [what: string, steps: readonly string[], message: RegExp])[] = [
  [
    'another value',
    [
      'Given the known answer "carry" of "nonces.json"',
      'When every implementation mixes the nonces',
      'Then the IV is "02*12"',
    ],
    /^case carry of nonces\.json on noble: expected the IV "(02){12}", got "(01){12}" .*\ncase carry of nonces\.json on node:crypto: /,
  ],
  [
    'another input than the known one',
    [
      'Given the known answer "carry" of "nonces.json"',
      'And the HIP nonce "00*32"',
      'When every implementation mixes the nonces',
      'Then the salt is "01*20"',
    ],
    /on noble: expected the salt "(01){20}", got "(80){20}"[^]*on node:crypto/,
  ],
  [
    'a refusal of what is valid',
    [
      'Given the known answer "rfc4648-f" of "base64.json"',
      'When every implementation reads the text',
      'Then it is refused',
    ],
    /on client: expected the answer a refusal, got "66"[^]*on bit by bit: [^]*on schema: expected the answer a refusal, got accepted/,
  ],
  [
    'an acceptance of what is invalid',
    [
      'Given the known answer "uppercase" of "uuids.json"',
      'When every implementation reads the text',
      'Then it is accepted',
    ],
    /on rules: expected the answer accepted, got a refusal[^]*on mock: /,
  ],
];

/** What is wrong with the features themselves: no implementation is to blame. */
const wrongFeatures: typeof wrongSteps = [
  ['no such case', ['Given the known answer "none" of "nonces.json"'], /nonces\.json has no case none/],
  [
    'an input that the case has not',
    ['Given the known answer "carry" of "nonces.json"', 'And the public key "00*32"'],
    /case carry of nonces\.json has no public key/,
  ],
  [
    'a JWT that says something else',
    ['Given the known answer "plain" of "jwts.json"', `And its JWT says '"alg":"none"'`],
    /the JWT of case plain of jwts\.json does not say "alg":"none": \{"alg":"RS256"/,
  ],
  [
    'an act that has nothing to do with the case',
    ['Given the known answer "carry" of "nonces.json"', 'When every implementation decrypts'],
    /no implementation decrypts for case carry of nonces\.json/,
  ],
  [
    'a part that does not come out',
    [
      'Given the known answer "carry" of "nonces.json"',
      'When every implementation mixes the nonces',
      'Then the bundle is "x"',
    ],
    /no answer to case carry of nonces\.json has such a part: bundle/,
  ],
  [
    'a beginning that is not that of the file',
    [
      'Given the known answer "sha1-otp" of "field-encryption.json"',
      'When every implementation encrypts',
      'Then the ciphertext begins with "AAAA"',
    ],
    /case sha1-otp of field-encryption\.json: the known ciphertext does not begin with AAAA/,
  ],
  [
    'another number of cases',
    [
      'Given every known answer of "nonces.json"',
      'When every implementation answers every case',
      'Then all 14 cases hold',
    ],
    /nonces\.json has 15 cases, and not 14/,
  ],
  [
    'a Then without a When',
    ['Given the known answer "carry" of "nonces.json"', 'Then it is refused'],
    /No answers yet: a When step must run first/,
  ],
  [
    'a When without a Given',
    ['When every implementation mixes the nonces'],
    /No known answer yet: a Given step must run first/,
  ],
  ['a step that is not there', ['Given the known answers'], /a step is undefined/],
];

describe('a step of known answers', () => {
  const withSteps = async (folder: string, steps: readonly string[]): ReturnType<typeof examine> => {
    const file = join(folder, 'some.feature');
    writeFileSync(
      file,
      ['Feature: Some', '  Scenario: One', ...steps.map((step) => `    ${step}`)].join('\n'),
    );
    return examine(new Examination(), [file]);
  };

  for (const [what, steps, message] of wrongSteps)
    it(`fails by ${what}, with expected, got, implementation and id`, async (t) => {
      const [outcome] = await withSteps(temporaryFolder(t), steps);
      assert.equal(outcome?.verdict, 'failed');
      assert.match(outcome.message ?? '', message);
    });

  for (const [what, steps, message] of wrongFeatures)
    it(`takes ${what} for a fault of the suite`, async (t) => {
      await assert.rejects(withSteps(temporaryFolder(t), steps), message);
    });
});
