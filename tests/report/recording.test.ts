import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Exchange } from '../../support/exchange/exchange';
import type { MockHandler, MockState } from '../../support/mock/seams';
import { writeMockTarget } from '../cli/targets';
import { loadTarget } from '../../support/run/targets';
import type { Canaries } from '../exchange/canaries';
import { leaks } from '../exchange/canaries';
import { runningMock } from '../mock/running-mock';
import type { FinishedRun } from './embedded-run';
import { finishRun, overallVerdictTexts } from './embedded-run';
import { failureMessages } from '../../support/report/model/reported-obligation';
import { linesIn } from '../recorded-lines';

type Answer = Readonly<Record<string, string>>;

/** Certifies a mock whose secrets the test knows; `answer` changes what its gateway says. */
async function runAgainst(
  t: TestContext,
  change: (state: MockState, answer: Answer) => object = (_state, answer) => answer,
): Promise<{ run: FinishedRun; canaries: Canaries }> {
  const issued: Record<string, string> = {};
  const mock = await runningMock(t, {
    seams: ({ handlers }) => {
      const session: MockHandler = async (call, state) => {
        const reply = await handlers['session.create'](call, state);
        if (reply.status !== 200) return reply;
        const body = reply.body as Answer;
        const number = Object.keys(issued).length;
        issued[`access ${number}`] = body.accessToken ?? '';
        issued[`refresh ${number}`] = body.refreshToken ?? '';
        return { ...reply, body: change(state, body) };
      };
      return { handlers: { 'session.create': session } };
    },
  });
  const { clientSecret, otp } = mock.account;
  const { file, env } = await writeMockTarget(t, mock);
  const run = await finishRun(t, { target: loadTarget(file, env), profile: 'sandbox' });
  return { run, canaries: { clientSecret, otp, providerKey: env.PROVIDER_PRIVATE_KEY ?? '', ...issued } };
}

const texts = ({ folder, printed }: FinishedRun): string[] => [
  readFileSync(join(folder, 'recording.jsonl'), 'utf8'),
  readFileSync(join(folder, 'results.json'), 'utf8'),
  printed,
];

test('nothing that a run writes or prints holds a secret', async (t) => {
  const { run, canaries } = await runAgainst(t);
  assert.deepEqual(overallVerdictTexts(run.results), { service: 'conforms' });
  assert.ok(Object.keys(canaries).length >= 6, 'too few tokens were issued');
  for (const text of texts(run)) {
    assert.ok(text.length > 1000);
    assert.deepEqual(leaks(text, canaries), []);
  }
});

test('nor does a failure message, where the gateway gives the secrets back in its answer', async (t) => {
  const { run, canaries } = await runAgainst(t, ({ account }, answer) => ({
    ...answer,
    expiresIn: 'soon',
    hint: `for ${account.clientSecret} and ${account.otp}: ${answer.accessToken ?? ''}`,
    wrapped: Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64'),
  }));
  const row = run.results.obligations.find(({ id }) => id === 'SES-05') ?? assert.fail();
  assert.equal(row.verdict, 'failed');
  assert.match(failureMessages(row, run.results)[0] ?? '', /"hint":"‹/);
  for (const text of texts(run)) assert.deepEqual(leaks(text, canaries), []);
});

test('every line of the recording is an exchange, in the order of seq', async (t) => {
  const { run } = await runAgainst(t);
  const lines = linesIn(join(run.folder, 'recording.jsonl'));
  const exchanges = lines.map((line) => JSON.parse(line) as Exchange);
  assert.deepEqual(
    exchanges.map(({ seq }) => seq),
    exchanges.map((_each, index) => index + 1),
  );
  const seqs = new Set(exchanges.map(({ seq }) => seq));
  for (const { id, evidence } of run.results.obligations)
    for (const seq of evidence)
      assert.ok(seqs.has(seq), `${id} names exchange ${seq}, which is not recorded`);
});
