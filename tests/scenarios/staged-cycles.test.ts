import assert from 'node:assert/strict';
import { test } from 'node:test';
import { integratorTarget, integratorWith, payerTarget } from '../../mutants/integrator/stage';
import { withCalls } from '../../support/exchange/evidence';
import { judgeRecordingBy } from '../../support/judging/loop';
import { contractObligations } from '../../support/obligations';
import { ruleContextOfRun } from '../../support/run/run';
import { runOddCallbacks } from '../../support/scenarios/integrator/payer/callbacks';
import { playServices } from '../../support/scenarios/integrator/played-services';
import { requestForForgeries } from '../../support/scenarios/integrator/payer/staged-cycles';
import { plainTextOrEmpty } from '../plain';
import { openTestRun } from './provider-scene';

test('forgeries go into the first cycle of a fixed order that the client can begin', () => {
  const cases = [
    [['plan', 'eligibility', 'preauth', 'claim'], 'preauth', 'preauth'],
    [['plan', 'eligibility', 'claim'], 'claim', 'claim'],
    [['plan', 'eligibility'], 'eligibility', undefined],
    [['plan'], 'plan', undefined],
    [[], undefined, undefined],
  ] as const;
  for (const [requests, answered, queried] of cases) {
    assert.equal(requestForForgeries('final answer', requests), answered);
    assert.equal(requestForForgeries('query', requests), queried);
  }
});

test('each check of a client that sends two for one call is answered', async (t) => {
  const own = integratorWith({}, () => undefined);
  const capabilities = ['eligibility.check', 'cycle.get'] as const;
  const client = () => ({
    ...own,
    initialize: async (params: Parameters<typeof own.initialize>[0]) => ({
      ...(await own.initialize(params)),
      capabilities,
    }),
    'eligibility.check': async () => {
      await own['eligibility.check']({});
      return own['eligibility.check']({});
    },
  });
  const target = { ...integratorTarget, ...payerTarget };
  const run = await openTestRun(t, { target, subjects: ['integrator'], seams: { client } });
  await runOddCallbacks(run);
  const { cycles } = (await playServices(run)).mock;
  const checks = [...cycles.ids].filter((id) => cycles.cycle(id)?.kind === 'eligibility');
  const answered = new Set(cycles.attempts.map(({ correlationId }) => correlationId));
  assert.ok(checks.length >= 4);
  assert.deepEqual(
    checks.filter((id) => !answered.has(id)),
    [],
  );
  // The answers that test the client are named as such.
  const obligation = contractObligations.judged.find(({ id }) => id === 'FLW-02');
  assert.ok(obligation);
  const evidence = withCalls(run.evidence.recording.evidence);
  const conclusion = judgeRecordingBy(obligation, evidence, ruleContextOfRun(run));
  const unjudged = (conclusion?.unjudged ?? []).map(plainTextOrEmpty);
  assert.deepEqual(
    unjudged.filter((text) => text.includes('sent no answer')),
    [],
  );
  assert.ok(
    unjudged.some((text) => text.includes('new key')),
    unjudged.join('\n'),
  );
  assert.equal(conclusion?.breachCount, 0);
});
