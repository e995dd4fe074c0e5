import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { rsaKeyPair } from '../../mutants/key-material';
import { errorEnvelopeReply, editRefusals } from '../../mutants/replies';
import { resolveReadings } from '../../support/contract/readings';
import { createFieldCipher } from '../../support/mock/keys';
import { loadTarget } from '../../support/run/targets';
import { finishRun } from '../report/embedded-run';
import { identityInJson, otherCode, paste, suggestedFor, suggestionScene, valuesOf } from './suggestions';
import type { WrittenTarget } from './targets';

/** A run on some obligations, and what came of each. */
async function runOn(t: TestContext, { file, env }: WrittenTarget, reports: string, only: readonly string[]) {
  const settings = { target: loadTarget(file, env), subjects: ['service'], profile: 'test' } as const;
  const { results } = await finishRun(t, { ...settings, only, reports });
  return results.obligations.filter(({ id }) => only.includes(id));
}

const verdictsOf = (rows: Awaited<ReturnType<typeof runOn>>) =>
  Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict]));

test('what is suggested for other keys and another code is what a run then passes with', async (t) => {
  const pair = await rsaKeyPair(4096);
  const { target, reports } = await suggestionScene(t, {
    keys: { identity: pair, registry: pair },
    seams: {
      cipher: createFieldCipher(pair.privateKey),
      handlers: { ...identityInJson, ...otherCode },
    },
  });
  const told = await suggestedFor(target, reports);
  paste(target, told);
  const rows = await runOn(t, target, reports, ['CRT-01', 'CRT-02', 'SES-08', 'OTP-03']);
  assert.deepEqual(verdictsOf(rows), {
    'CRT-01': 'failed',
    'CRT-02': 'failed',
    'SES-08': 'passed',
    'OTP-03': 'passed',
  });
  for (const { id, breaches } of rows.filter(({ verdict }) => verdict === 'failed'))
    assert.match(JSON.stringify(breaches), /says: a departure from the document/, id);
});

const rejections = ['ENC-11', 'ENC-12', 'ENC-13'];

test('another rejection and another envelope are told after a run, by its recording', async (t) => {
  const { target, reports } = await suggestionScene(t, {
    readings: resolveReadings({ envelope: 'json' }),
    seams: editRefusals('otp.verify', 'encryption', ({ code }) => ({
      status: 422,
      body: { code, message: 'Bad cipher text (#4711)' },
    })),
  });
  const before = await suggestedFor(target, reports);
  assert.deepEqual(before.suggestions, []);
  assert.match(
    before.notes.join('\n'),
    /^not seen: the rejection, the envelope; .* holds no report: run once/m,
  );

  const messages = ['FLW-12', 'FLW-15'];
  const open = verdictsOf(await runOn(t, target, reports, [...rejections, ...messages]));
  for (const id of rejections) assert.equal(open[id], 'inconclusive', id);
  for (const id of messages) assert.equal(open[id], 'inconclusive', id);
  const told = await suggestedFor(target, reports);
  assert.deepEqual(valuesOf(told), {
    'encryption-rejection': { shape: 'any', words: ['bad cipher text'] },
    envelope: 'json',
  });
  // Each answer is shown once, however often it came.
  for (const { shownBy } of told.suggestions)
    assert.equal(new Set(shownBy.map(({ seen }) => seen)).size, shownBy.length);
  for (const { shownBy } of told.suggestions) assert.ok((shownBy[0]?.seq ?? 0) > 0);

  paste(target, told);
  const now = verdictsOf(await runOn(t, target, reports, [...rejections, ...messages]));
  assert.deepEqual([...new Set(Object.values(now))], ['passed'], JSON.stringify(now));
  const after = await suggestedFor(target, reports);
  assert.deepEqual([after.suggestions, after.notes.length], [[], 1]);
});

test('words that may be about anything are no rejection, and a report on another target says nothing', async (t) => {
  const { target, reports } = await suggestionScene(t, {
    seams: editRefusals('otp.verify', 'encryption', ({ code }) =>
      errorEnvelopeReply(400, code, 'encryptedOtp is incorrect'),
    ),
  });
  await runOn(t, target, reports, rejections);
  const told = await suggestedFor(target, reports);
  assert.deepEqual(told.suggestions, []);
  assert.match(told.notes.join('\n'), /^nothing to suggest: .*the rejection/m);
  const { target: other } = await suggestionScene(t, {}, { name: 'another' });
  const apart = await suggestedFor(other, reports);
  assert.match(apart.notes.join('\n'), /not seen: .* is of no run on another: run once/);
});
