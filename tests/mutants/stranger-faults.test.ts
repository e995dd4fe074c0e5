import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeFault } from '../../mutants/strangers/fault-judge';
import type { StrangerFault } from '../../mutants/strangers/kind';
import { findServiceFaults } from '../../mutants/strangers/service/faults';
import { CallCounter, stageFault } from '../../mutants/strangers/service/kind';
import { withoutOccasion } from '../../mutants/strangers/service/occasions';
import { shapeOf } from '../../mutants/strangers/service/shape';
import { serviceSpace } from '../../mutants/strangers/service/space';
import type { Stage } from '../../mutants/mutant';
import type { Results } from '../../support/judging/results';

type Row = Results['obligations'][number];

const resultsWith = (...rows: readonly Partial<Row>[]): Results =>
  ({
    run: { faults: [], warnings: [], overall: {} },
    obligations: rows.map((row) => ({ evidence: [1], scenarios: [], ...row })),
  }) as unknown as Results;

const fault: StrangerFault = { name: 'planted', breaks: ['SES-05', 'OTP-03'], excludes: [] };

const right = resultsWith(
  { id: 'SES-05', verdict: 'passed' },
  { id: 'OTP-03', verdict: 'not-applicable' },
  { id: 'SES-08', verdict: 'passed' },
);

const outcomeOf = (acted: boolean, ...rows: readonly Partial<Row>[]) =>
  judgeFault({ results: resultsWith(...rows), acted }, right, fault, []);

const textsOf = (...given: Parameters<typeof outcomeOf>): string =>
  outcomeOf(...given)
    .problems.map(({ text }) => text)
    .join();

test('a fault whose obligation does not fail is reported, if it is judged without the fault', () => {
  const failing: Partial<Row> = { id: 'SES-05', verdict: 'failed' };
  assert.equal(textsOf(true, failing), '');
  assert.match(textsOf(true, { id: 'SES-05', verdict: 'passed' }), /^SES-05 survives: passed/);
  assert.match(textsOf(true, { id: 'SES-05', verdict: 'inconclusive' }), /^SES-05 survives: inconclusive/);
  assert.match(textsOf(true), /^SES-05 survives: missing/);
});

test('a fault that did nothing, or that concerns nothing that is judged, had no occasion', () => {
  const passing: Partial<Row> = { id: 'SES-05', verdict: 'passed' };
  assert.deepEqual(outcomeOf(false, passing), { acted: false, problems: [], hides: [] });
  const unjudged = resultsWith({ id: 'SES-05', verdict: 'not-applicable' });
  assert.equal(judgeFault({ results: unjudged }, unjudged, fault, []).acted, false);
});

test('a failure is explained by the fault, a departure, or the subject without the fault', () => {
  const failing: Partial<Row> = { id: 'SES-05', verdict: 'failed' };
  const other: Partial<Row> = { id: 'SES-08', verdict: 'failed' };
  assert.match(textsOf(true, failing, other), /^SES-08 fails without a reason/);
  const departs = { by: 'session-status', breaks: ['SES-08'] } as const;
  assert.deepEqual(
    judgeFault({ results: resultsWith(failing, other) }, right, fault, [{ departs }]).problems,
    [],
  );
  const without = resultsWith({ id: 'SES-05', verdict: 'passed' }, other);
  assert.deepEqual(judgeFault({ results: resultsWith(failing, other) }, without, fault, []).problems, []);
});

test('a row that follows a failure is not hidden, and follows only what the fault breaks', () => {
  const failing: Partial<Row> = { id: 'SES-05', verdict: 'failed' };
  const untested: Partial<Row> = { id: 'SES-08', verdict: 'not-tested' };
  assert.deepEqual(outcomeOf(true, failing, untested).hides, ['SES-08']);
  assert.deepEqual(outcomeOf(true, failing, { ...untested, follows: ['SES-05'] }).hides, []);
  assert.match(textsOf(true, failing, { ...untested, follows: ['TOK-06'] }), /^SES-08 follows TOK-06, which/);
});

test('each fault excludes existing values, and those that take its occasion away', async () => {
  const { faults, leftOut } = await findServiceFaults(serviceSpace);
  const known = serviceSpace.dimensions.flatMap(({ values }) => values.slice(1).map(({ words }) => words));
  assert.ok(faults.length > 200);
  for (const { name, excludes } of faults)
    for (const { words, reason } of excludes) {
      for (const each of words) assert.ok(known.includes(each), `${name}: ${each}`);
      assert.ok(reason.length > 20, reason);
    }
  for (const { name, reason } of leftOut) assert.ok(reason.length > 20, name);
  const names = faults.map(({ name }) => name);
  for (const each of withoutOccasion.flatMap(({ by }) => by)) assert.ok(names.includes(each), each);
  const excludedBy = (name: string): readonly string[] =>
    faults.find((each) => each.name === name)?.excludes.flatMap(({ words }) => words) ?? [];
  assert.deepEqual(excludedBy('otp-500'), ['no registry', 'gateway alone']);
  assert.ok(excludedBy('no-refresh-token').includes('sessions with 202'));
  assert.ok(excludedBy('payer-in-plain').includes('messages in JSON as agreed'));
  assert.ok(leftOut.some(({ name, reason }) => name === 'tls-expired' && reason.includes('connections')));
});

const session = async ({ target }: Stage): Promise<string> => {
  const headers = {
    'Content-Type': 'application/json',
    'REQUEST-ID': crypto.randomUUID(),
    TIMESTAMP: new Date().toISOString(),
    'X-CM-ID': target.cmId,
  };
  const { clientId = '', clientSecret = '' } = target.credentials ?? {};
  const body = JSON.stringify({ clientId, clientSecret, grantType: 'client_credentials' });
  const url = `${target.services.gateway ?? ''}/api/hiecm/gateway/v3/sessions`;
  return (await fetch(url, { method: 'POST', headers, body })).text();
};

test('a shape lies over a fault, and keeps its readings beside those of the fault', async () => {
  const shape = shapeOf([
    { front: { tls: undefined }, said: { 'error-code': 'ABC-4001' } },
    {
      replies: [(reply) => ({ ...reply, body: Buffer.from(`\n${JSON.stringify(reply.body, null, 2)}`) })],
    },
  ]);
  const calls = new CallCounter();
  const stage = await stageFault(shape, 'no-refresh-token', calls);
  try {
    assert.equal(calls.hasActed, false);
    const text = await session(stage);
    assert.match(text, /^\n\{\n {2}"accessToken"/);
    assert.doesNotMatch(text, /"refreshToken"/);
    assert.equal(calls.hasActed, true);
  } finally {
    await stage.close();
  }
  const saying = await stageFault(shape, 'stale-later-than-agreed');
  await saying.close();
  assert.deepEqual([...saying.target.overridden].sort(), ['error-code', 'stale-after']);
  assert.equal(saying.target.readings['error-code'], 'ABC-4001');
});
