import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCyclesAtOnce, runPayerFlows } from '../../support/scenarios/integrator/payer/journey';
import { runOddCallbacks } from '../../support/scenarios/integrator/payer/callbacks';
import { openRun } from '../../support/run/open-run';
import { ruleContextOfRun } from '../../support/run/run';
import { JudgingLoop } from '../../support/judging/loop';
import { resolveReadings } from '../../support/contract/readings';
import { contractObligations } from '../../support/obligations';
import { embeddedTarget } from '../../support/run/targets';
import type { Target } from '../../support/targets/target';

const ofFlows = contractObligations.judged.filter(
  ({ subject, area }) => subject === 'integrator' && ['dummy-payer', 'payer-flow', 'callback'].includes(area),
);
const cli = join(__dirname, '../../bin/conform.cjs');
const json = resolveReadings({ envelope: 'json' });
const withParties = resolveReadings({
  'callback-jwt': {
    ...embeddedTarget.readings['callback-jwt'],
    issuer: 'https://gateway.test',
    audience: 'the provider',
  },
});
const clients: Readonly<Record<string, Target>> = {
  'in this process, in the envelope jwe': embeddedTarget,
  'in the envelope json': { ...embeddedTarget, readings: json },
  'as an adapter over stdio': {
    ...embeddedTarget,
    integrator: { command: [process.execPath, cli, 'adapter', '--serve'] },
    mockTls: false,
  },
  'while the suite triggers the payer': { ...embeddedTarget, roles: ['provider'] },
  'where issuer and audience are agreed on': { ...embeddedTarget, readings: withParties },
};

for (const [where, target] of Object.entries(clients))
  test(`the suite's client goes through all flows: ${where}`, async () => {
    const run = await openRun({ target, profile: 'test', subjects: ['integrator'], only: [], reports: '' });
    try {
      for (const journey of [runPayerFlows, runOddCallbacks, runCyclesAtOnce]) await journey(run);
      const isTrigger = target.roles.includes('trigger');
      const loop = new JudgingLoop(ofFlows, ruleContextOfRun(run));
      for (const each of run.evidence.recording.evidence) loop.observe(each);
      for (const [id, { breaches, observations, unjudged }] of loop.conclude()) {
        assert.deepEqual(breaches, [], id);
        assert.deepEqual(unjudged, [], id);
        const needsTrigger = /DPY-0[1-5]/.test(id);
        const needsParties = id === 'CBK-08';
        const exercised = (isTrigger || !needsTrigger) && (target.readings === withParties || !needsParties);
        assert.equal(observations > 0, exercised, id);
      }
      assert.deepEqual(run.evidence.missedCalls, []);
    } finally {
      await run.close();
    }
  });
