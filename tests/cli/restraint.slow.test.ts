import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { MockRequest, MockHandler, MockOperation, MockReply } from '../../support/mock/seams';
import type { Mock } from '../../support/mock/start-mock';
import type { Subject } from '../../support/contract/words';
import { basisTarget, circumstancesOf } from '../../support/judging/basis';
import { settingsThatNarrow } from '../../support/judging/settings-that-narrow';
import { loadTarget } from '../../support/run/targets';
import type { Target } from '../../support/targets/target';
import { runningMock } from '../mock/running-mock';
import type { FinishedRun } from '../report/embedded-run';
import { finishRun, quickTarget } from '../report/embedded-run';
import { writeMockTarget } from './targets';
import { plainTextOrEmpty } from '../plain';

interface Arrived {
  readonly operation: MockOperation;
  readonly call: MockRequest;
  readonly reply: MockReply;
}

/** Certifies a mock that notes what arrives, with these limits or members of the target. */
async function watch(
  t: TestContext,
  changes: Readonly<Record<string, unknown>>,
): Promise<{ mock: Mock; run: FinishedRun; arrived: readonly Arrived[] }> {
  const arrived: Arrived[] = [];
  const { cmId } = changes;
  const mock = await runningMock(t, {
    ...(typeof cmId === 'string' && { account: { cmId } }),
    seams: ({ handlers }) => ({
      handlers: Object.fromEntries(
        Object.entries(handlers).map(([name, handler]: [string, MockHandler]) => {
          const operation = name as MockOperation;
          const noting: MockHandler = async (call, state) => {
            const reply = await handler(call, state);
            arrived.push({ operation, call, reply });
            return reply;
          };
          return [operation, noting];
        }),
      ),
    }),
  });
  const { file, env } = await writeMockTarget(t, mock, changes);
  const target = loadTarget(file, env);
  const run = await finishRun(t, { target, profile: 'sandbox' });
  assert.deepEqual(notShown(run, 'service'), heldBack(target, 'service'));
  return { mock, run, arrived };
}

const bodyOf = ({ call }: Arrived): Record<string, string> =>
  JSON.parse(call.rawBody.toString('utf8')) as Record<string, string>;

const calls = (arrived: readonly Arrived[], operation: MockOperation): Arrived[] =>
  arrived.filter((each) => each.operation === operation);

const verdictOf = ({ results }: FinishedRun, id: string): string | undefined =>
  results.obligations.find((row) => row.id === id)?.verdict;

/** The kind of the reason for a verdict, and the setting that it names. */
const whyOf = ({ results }: FinishedRun, id: string): unknown[] => {
  const reason = results.obligations.find((row) => row.id === id)?.reason;
  return [reason?.kind, reason?.by];
};

/** The obligations that a run did not judge, or judged only in part. */
const notShown = ({ results }: FinishedRun, subject: Subject): string[] =>
  results.obligations
    .filter((row) => row.subject === subject)
    .filter(
      ({ verdict, facets = [] }) =>
        ['not-tested', 'not-applicable'].includes(verdict) ||
        facets.some((each) => each.verdict !== 'passed'),
    )
    .map(({ id }) => id)
    .sort();

/** The obligations that the settings of a target hold back, as the doctor names them before a run. */
const heldBack = (target: Target, subject: Subject): string[] =>
  settingsThatNarrow(circumstancesOf(basisTarget(target)), [subject])
    .flatMap(({ ids, inPart }) => [...ids, ...inPart.map(({ id }) => id)])
    .filter((id, index, all) => all.indexOf(id) === index)
    .sort();

const limits = { otpAttempts: 20, requestsPerMinute: 6000, callbackMs: 5000 };

test('full probes send the right id with a wrong secret, gentle ones never do', async (t) => {
  const full = await watch(t, { limits });
  const { clientId } = full.mock.account;
  const wrong = ({ mock, arrived }: typeof full): Record<string, string>[] =>
    calls(arrived, 'session.create')
      .map(bodyOf)
      .filter(
        (body) => body.clientSecret !== mock.account.clientSecret || body.clientId !== mock.account.clientId,
      );
  assert.ok(wrong(full).some((body) => body.clientId === clientId && body.clientSecret !== undefined));

  const gentle = await watch(t, { limits: { ...limits, probes: 'gentle' } });
  const sent = wrong(gentle);
  assert.equal(sent.length, 1);
  assert.match(sent[0]?.clientId ?? '', /^unknown-/);
  assert.notEqual(sent[0]?.clientSecret, gentle.mock.account.clientSecret);
  assert.equal(verdictOf(gentle.run, 'SES-08'), 'passed');
  assert.equal(verdictOf(gentle.run, 'SES-11'), 'not-tested');
});

test('full probes send an OTP wrongly encrypted, gentle ones only rightly', async (t) => {
  const full = await watch(t, { limits });
  const gentle = await watch(t, { limits: { ...limits, probes: 'gentle' } });
  const statuses = ({ arrived }: typeof full): number[] =>
    calls(arrived, 'otp.verify').map(({ reply }) => reply.status);
  assert.ok(statuses(full).length > 1 && statuses(full).some((status) => status >= 400));
  assert.deepEqual(statuses(gentle), [200]);
  for (const id of ['OTP-03', 'OTP-04', 'OTP-05']) assert.equal(verdictOf(gentle.run, id), 'passed', id);
  for (const id of ['ENC-11', 'ENC-12', 'ENC-13']) {
    const row = gentle.run.results.obligations.find((each) => each.id === id);
    assert.equal(row?.verdict, 'not-tested', id);
    assert.match(plainTextOrEmpty(row.reason), /limits\.probes is gentle/, id);
    assert.equal(verdictOf(full.run, id), 'passed', id);
  }
});

for (const otpAttempts of [1, 2, 3, 7])
  test(`an OTP is sent ${otpAttempts} times at most`, async (t) => {
    const { run, arrived, mock } = await watch(t, { limits: { ...limits, otpAttempts } });
    const sent = calls(arrived, 'otp.verify').filter((each) => bodyOf(each).txnId === mock.account.txnId);
    assert.equal(sent.length, otpAttempts);
    // The right one comes last, since it may be good for one use.
    assert.deepEqual(
      sent.map(({ reply }) => reply.status === 200),
      sent.map((_each, index) => index === sent.length - 1),
    );
    for (const id of ['OTP-03', 'OTP-04', 'OTP-05']) assert.equal(verdictOf(run, id), 'passed', id);
    const reached = ['ENC-11', 'ENC-12', 'ENC-13'].map((id) => verdictOf(run, id) === 'passed');
    assert.deepEqual(reached, [otpAttempts > 1, otpAttempts > 2, otpAttempts > 3]);
    assert.equal(run.results.counts.failed, 0);
  });

test('every OTP of a list has its own attempts', async (t) => {
  const otp = [
    { value: '${TEST_OTP}', txnId: '${TEST_TXN_ID}' },
    { value: '${TEST_OTP}', txnId: 'another-transaction' },
  ];
  const { arrived, mock } = await watch(t, { limits: { ...limits, otpAttempts: 2 }, otp });
  const transactions = calls(arrived, 'otp.verify').map((each) => bodyOf(each).txnId);
  const { txnId } = mock.account;
  assert.deepEqual(transactions, [txnId, txnId, 'another-transaction', 'another-transaction']);
});

for (const [what, change] of [
  ['production', { environment: 'production', cmId: 'abdm' }],
  [
    'callbacks without a JWT',
    {
      readings: {
        ...quickTarget.readings,
        'callback-jwt': { ...quickTarget.readings['callback-jwt'], carried: false },
      },
    },
  ],
] as const)
  test(`a client is not asked for what ${what} leaves out, and for all else`, async (t) => {
    const target: Target = { ...quickTarget, ...change };
    const run = await finishRun(t, { target, profile: 'embedded', subjects: ['integrator'] });
    assert.deepEqual(notShown(run, 'integrator'), heldBack(target, 'integrator'));
  });

test('production gets no request that is wrong on purpose', async (t) => {
  const { run, arrived, mock } = await watch(t, { environment: 'production', cmId: 'abdm', limits });
  const refused = arrived.filter(({ reply, operation }) => reply.status >= 400 && operation !== 'fallback');
  assert.deepEqual(
    refused.map(({ operation, reply }) => [operation, reply.status]),
    [],
  );
  const { clientId, clientSecret } = mock.account;
  for (const session of calls(arrived, 'session.create')) {
    const grantType = 'client_credentials';
    assert.deepEqual(bodyOf(session), { clientId, clientSecret, grantType });
    assert.ok(Math.abs(Date.parse(session.call.headers.timestamp ?? '') - session.call.receivedAt) < 60_000);
  }
  assert.deepEqual(calls(arrived, 'otp.verify'), []);
  const production = ['left-out', 'environment: production'];
  for (const id of ['SES-08', 'HDR-09', 'CRT-03', 'ENC-11', 'OTP-03', 'SES-11', 'HDR-13'])
    assert.deepEqual([verdictOf(run, id), whyOf(run, id)], ['not-tested', production], id);
  for (const id of ['SES-05', 'TOK-06', 'CRT-01', 'SEC-02']) assert.equal(verdictOf(run, id), 'passed', id);
});
