import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conformingSeams } from '../../support/client/integrator';
import { constants, unnamedCmId } from '../../support/contract/constants';
import type { ObligationResult } from '../../support/judging/verdict';
import { createRecording } from '../../support/exchange/recording';
import { embeddedTarget } from '../../support/run/targets';
import { finishRun } from '../report/embedded-run';
import { startClientWithSeams } from '../../mutants/integrator/stage';
import { stageMock } from '../../mutants/stage';

/** Whether production explains that an obligation was not judged. */
function isLeftOut({ verdict, reason }: ObligationResult): boolean {
  if (verdict !== 'not-tested') return false;
  return reason?.kind === 'left-out' ? reason.by === 'environment: production' : reason?.optional === true;
}

/** Every planned row has a good verdict, or production left it out. */
function requireExplained(rows: readonly ObligationResult[]): void {
  for (const row of rows)
    assert.ok(
      ['passed', 'observed', 'declared'].includes(row.verdict) || isLeftOut(row),
      `${row.id} is ${row.verdict}: ${JSON.stringify(row.reason)}`,
    );
}

test('in production an integrator is asked for nothing that is made for tests', async (t) => {
  const recording = createRecording();
  const target = { ...embeddedTarget, environment: 'production', cmId: 'prod' } as const;
  const { results } = await finishRun(t, { target, subjects: ['integrator'], recording });
  const operations = new Set(recording.exchanges.map(({ operation }) => operation));
  assert.deepEqual(
    [...operations].sort(),
    ['certificate.identity', 'certificate.registry', 'session.create'],
    'nothing but sessions and certificates',
  );
  for (const { sender, stimulus, request, facts } of recording.exchanges) {
    assert.deepEqual([sender, stimulus, facts.fields], ['integrator', undefined, undefined]);
    for (const constant of [constants.providerId, constants.policyNumber, constants.payerNumber])
      assert.ok(!JSON.stringify(request).includes(`"${constant}`), constant);
  }
  const planned = results.obligations.filter((row) => row.planned);
  requireExplained(planned);
  assert.equal(results.run.overall.integrator?.verdict, 'no-failure');
  const passed = planned.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  for (const id of ['SES-01', 'HDR-03', 'HDR-07', 'TOK-03', 'CRT-04', 'SEC-01'])
    assert.ok(
      passed.some((each) => each === id),
      id,
    );
});

test('a client that sends the suffix of a production target without cmId keeps HDR-10', async (t) => {
  const headers = { ...conformingSeams.headers, cmId: () => ({ 'X-CM-ID': 'live' }) };
  const about = { environment: 'production', cmId: unnamedCmId } as const;
  const stage = await startClientWithSeams({ headers }, about)();
  t.after(() => stage.close());
  const { target, client } = stage;
  const { results } = await finishRun(t, {
    target,
    subjects: ['integrator'],
    only: ['HDR-10'],
    seams: { ...(client && { client }) },
  });
  const row = results.obligations.find(({ id }) => id === 'HDR-10');
  assert.deepEqual([row?.verdict, row?.disagreement], ['passed', undefined], JSON.stringify(row));
});

test('in production a service gets no wrong credential, no negative and no trigger', async (t) => {
  const recording = createRecording();
  const stage = await stageMock({ tls: true });
  t.after(() => stage.close());
  const target = { ...stage.target, environment: 'production' } as const;
  const { results } = await finishRun(t, { target, subjects: ['service'], recording });
  assert.ok(recording.exchanges.length > 5);
  for (const { asked, operation, service, request, response } of recording.exchanges) {
    assert.notEqual(asked?.part, 'negative', request.url);
    const isReachability = asked?.round === 'reachability';
    assert.ok(isReachability || (service !== 'provider' && service !== 'dummyPayer'), request.url);
    if (operation === 'session.create') assert.equal(response?.status, 200);
  }
  requireExplained(results.obligations.filter((row) => row.planned));
  assert.equal(results.run.overall.service?.verdict, 'no-failure');
});
