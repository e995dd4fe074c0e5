import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAllOwnVectors } from '../../support/cases/load-vectors';
import { KnownAnswerTest } from '../../support/vectors/exam';
import { outcomesOfVectors } from '../../support/vectors/run-vectors';
import { namesOf, readVectorFeatures } from '../features/feature-files';
import { answering, right, wrong } from './altered';

const features = readVectorFeatures();
const files = loadAllOwnVectors();

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
  it('run every vector file whole, with its number of cases', () => {
    const whole = features
      .flatMap(({ pickles }) => pickles)
      .map(({ steps }) => steps.map(({ text }) => text))
      .filter(([first = '']) => first.startsWith('every known answer of '));
    assert.deepEqual(
      whole.map(([first, , last]) => [first, last]).sort(),
      files
        .map(({ name, file }) => [`every known answer of "${name}"`, `all ${file.numberOfCases} cases hold`])
        .sort(),
    );
  });

  it('begin with the words of the document, and say what each file is about', () => {
    for (const { file, feature } of features) {
      assert.match(feature.description.trim(), /^"[^"]{20,}"[^.]*\(\d\.\d(\.\d)?\)/, file);
      for (const { scenario } of feature.children)
        for (const { name } of scenario?.examples ?? []) assert.match(name, /\w{2,}/, file);
    }
  });

  it('bear no tag of a subject or an obligation: they show nothing of anybody', () => {
    for (const { pickles } of features)
      for (const { name, tags } of pickles) assert.deepEqual(namesOf(tags), ['vectors'], name);
  });
});

describe('known answers', () => {
  it('pass where everybody gives them', async () => {
    for (const { file } of files)
      for (const { id, state } of await outcomesOfVectors(file, answering(right)))
        assert.equal(state, 'passed', id);
  });

  it('fail, each on every implementation, where everybody answers otherwise', async () => {
    for (const { file } of files)
      for (const { id, implementation, state } of await outcomesOfVectors(file, answering(wrong)))
        assert.equal(state, 'failed', `${id} on ${implementation}`);
  });

  for (const one of implementations)
    it(`fail on ${one}, and on no other, where it alone answers differently`, async () => {
      const attempts = answering((attempt, result) =>
        (attempt.implementation === one ? wrong : right)(attempt, result),
      );
      const outcomes = await Promise.all(files.map(({ file }) => outcomesOfVectors(file, attempts)));
      const failed = outcomes.flat().filter(({ state }) => state === 'failed');
      assert.deepEqual([...new Set(failed.map(({ implementation }) => implementation))], [one]);
    });
});

describe('an exam', () => {
  /** One case of the nonces, answered by the suite's own code. */
  async function carry(): Promise<KnownAnswerTest> {
    const exam = new KnownAnswerTest();
    exam.takeCase('nonces.json', 'carry');
    await exam.answer();
    return exam;
  }

  it('holds what a feature shows of a case against the file, its beginning too', async () => {
    const exam = await carry();
    exam.requireShown([
      ['result', 'valid'],
      ['salt', '01'.repeat(20)],
      ['iv', '0101…'],
    ]);
    exam.requireAll(1);
    for (const [path, value] of [
      ['iv', '02'.repeat(12)],
      ['iv', '02…'],
      ['iv', ''],
      ['result', 'invalid'],
      ['bundle', 'x'],
      ['salt.first', '01'],
    ] as const)
      assert.throws(
        () => {
          exam.requireShown([[path, value]]);
        },
        new RegExp(`^Error: ${path} is not ${value}, but `),
      );
  });

  it('shows members of members, and of the group', () => {
    const exam = new KnownAnswerTest();
    exam.takeCase('transfer-x25519.json', 'plain');
    exam.requireShown([
      ['curve', 'x25519'],
      ['sender.nonce', '7L9m…'],
    ]);
  });

  it('names case, implementation, expected, got and the mistake, for each wrong answer', async () => {
    const exam = new KnownAnswerTest(
      answering((attempt, result) =>
        attempt.implementation === 'noble' ? wrong(attempt, result) : right(attempt, result),
      ),
    );
    exam.takeFile('nonces.json');
    await exam.answer();
    assert.throws(
      () => {
        exam.requireAll(15);
      },
      ({ message }: Error) => {
        const lines = message.split('\n');
        assert.equal(lines.length, 15);
        for (const line of lines)
          assert.match(line, /^case \S+ on noble: expected .+, got .+ \(catches: .+\)$/);
        return true;
      },
    );
  });

  it('fails where a case is not taken', async () => {
    const exam = new KnownAnswerTest({ ...answering(right), 'vectors/nonces': () => [] });
    exam.takeCase('nonces.json', 'carry');
    await exam.answer();
    assert.throws(() => {
      exam.requireAll(1);
    }, /^Error: case carry .*: not taken$/);
  });

  it('refuses another number of cases, a case that there is not, and steps in another order', async () => {
    const exam = await carry();
    assert.throws(() => {
      exam.requireAll(2);
    }, /there are 1 cases, and not 2/);
    assert.throws(() => {
      new KnownAnswerTest().takeCase('nonces.json', 'none');
    }, /nonces\.json has no case none/);
    await assert.rejects(new KnownAnswerTest().answer(), /No known answer yet: a Given step must run first/);
    const unasked = new KnownAnswerTest();
    unasked.takeCase('nonces.json', 'carry');
    assert.throws(() => {
      unasked.requireAll(1);
    }, /No answers yet: a When step must run first/);
  });
});
