import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSpecimen, specimens } from '../../mutants/catalogue';
import { coverageOf } from '../../mutants/coverage';
import { harmlessService, serviceMutant, nullService, serviceWitness } from '../../mutants/mutant';
import { stageMock } from '../../mutants/stage';
import { runSpecimen, tryOut } from '../../mutants/trial';
import { toPlainText } from '../../support/exchange/text';

const story = 'A specimen that names something else than it does.';
const plain = () => stageMock({});
const otherWords = findSpecimen('other-words').start;

test('names of specimens are unique', () => {
  const names = specimens.map(({ name }) => name);
  assert.deepEqual([...new Set(names)], names);
});

test('a mutant that survives, and an id that it does not name, are problems', async () => {
  const { problems } = await tryOut(serviceMutant('misnamed', ['SES-09'], story, otherWords));
  assert.equal(problems.length, 2);
  assert.match(problems[0] ?? '', /^SES-09 survives: passed/);
  assert.match(problems[1] ?? '', /^SES-08: failed, SES-08 \[must/);
});

test('a mutant whose mistake is not told, or told as another, is a problem', async () => {
  const told = serviceMutant('untold', ['SES-08'], story, otherWords);
  const { problems } = await tryOut({ ...told, diagnosis: { 'SES-08': 'the moon is full' } });
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', /^SES-08 does not tell "the moon is full": SES-08 \[must/);
  const right = await tryOut({ ...told, diagnosis: { 'SES-08': 'expected' } });
  assert.deepEqual(right.problems, []);
});

test('a mutant that hides what it does not list is a problem, and so is a list that is too long', async () => {
  const { name, start } = findSpecimen('registry-key-of-512-bits');
  const small = serviceMutant('unlisted', ['CRT-02'], story, start);
  const { problems } = await tryOut(small);
  assert.ok(problems.some((problem) => problem.startsWith('ENC-12 is hidden: inconclusive, the registry')));
  const listed = await tryOut({ ...small, name });
  assert.deepEqual(listed.problems, []);
  const tooLong = await tryOut(serviceMutant(name, ['SES-08'], story, otherWords));
  assert.ok(tooLong.problems.includes('ENC-12 is listed as hidden, and is not'));
});

test('what a failure kept from being seen is hidden by no one, if the mutant names that failure', async () => {
  const failing = serviceMutant('unlisted', ['OTP-03'], story, findSpecimen('otp-500').start);
  assert.deepEqual((await tryOut(failing)).problems, []);
  const { problems } = await tryOut({ ...failing, breaks: ['SES-09'] });
  assert.ok(problems.includes('ENC-11 follows OTP-03, and the mutant breaks SES-09'));
});

test('a null service that passes something is a problem', async () => {
  const { problems } = await tryOut(nullService('working', [], story, plain, ['SES-05']));
  assert.ok(problems.includes('SES-06 passed on a subject that does nothing'));
  assert.ok(!problems.some((problem) => problem.startsWith('SES-05')));
});

test('a harmless variant that fails something is a problem', async () => {
  const { problems } = await tryOut(harmlessService('harmful', story, otherWords));
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', /^SES-08 is passed on the plain subject, and here failed/);
});

test('a witness whose note is missing, or stands everywhere, is a problem', async () => {
  const usual = 'first use of a REQUEST-ID: accepted with 200';
  const shows = { 'HDR-13': usual, 'SES-11': 'accepted with 299' };
  const { problems } = await tryOut(serviceWitness('indifferent', shows, story, plain));
  assert.equal(problems.length, 2);
  assert.match(problems[0] ?? '', /^HDR-13 notes .* on the plain subject too$/);
  assert.match(problems[1] ?? '', /^SES-11 does not note "accepted with 299"/);
});

test('what is not declared is not tested, and never passed', async () => {
  const { obligations } = await runSpecimen(findSpecimen('undeclared'));
  const declared = obligations.filter(({ id }) => ['HDR-14', 'TOK-08', 'ENC-16'].includes(id));
  assert.equal(declared.length, 3);
  for (const { verdict, reason } of declared) {
    assert.equal(verdict, 'not-tested');
    assert.match(toPlainText(reason?.text ?? ''), /not declared/);
  }
});

test('an obligation that no mutant broke is not covered', () => {
  const coverage = coverageOf([]);
  assert.ok(coverage.length > 20);
  assert.ok(coverage.every(({ by, wanted }) => by.length < wanted));
});
