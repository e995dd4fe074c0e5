import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conformingSeams, createIntegrator } from '../../support/client/integrator';
import { contractObligations } from '../../support/obligations';
import { createRecording } from '../../support/exchange/recording';
import { toNightlySettings } from '../../support/run/nightly';
import type { ClientFactory } from '../../support/run/plan';
import { finishRun, quickTarget, temporaryFolder, overallVerdictTexts } from '../report/embedded-run';

const ofIntegrator = {
  target: quickTarget,
  profile: 'embedded',
  subjects: ['integrator'],
  only: [],
  reports: '',
} as const;

/** What only an OTP shows of a client. */
const otpOfClient = contractObligations.all
  .filter(({ costsOtp, subject }) => costsOtp === true && subject === 'integrator')
  .map(({ id }) => id);

test('at night an integrator gets the OTPs of the mock, and nothing is left out', async (t) => {
  const recording = createRecording();
  const { results } = await finishRun(
    t,
    toNightlySettings({ ...ofIntegrator, reports: temporaryFolder(t), recording }),
  );
  assert.deepEqual(overallVerdictTexts(results), { integrator: 'no failure' });
  assert.equal(results.run.plan.narrowedBy, undefined);
  assert.equal(results.run.overall.integrator?.scope.leftOut, undefined);
  assert.ok(recording.exchanges.some(({ operation }) => operation === 'otp.verify'));
  const rows = results.obligations.filter(({ subject }) => subject === 'integrator');
  // The embedded target leaves three readings unset.
  const unset = ['HDR-12', 'CBK-08'];
  assert.deepEqual(
    rows.filter(({ planned, verdict }) => !planned || verdict === 'not-tested').map(({ id }) => id),
    unset,
  );
  const calls = ['ENC-01: identity, mobile OTP', 'ENC-01: registry, mobile OTP'];
  const [bridge = '', audience = ''] = unset;
  assert.deepEqual(results.run.overall.integrator?.scope.notShown, [bridge, ...calls, audience]);
  assert.ok(otpOfClient.length > 5);
  for (const { id, verdict } of rows.filter((row) => otpOfClient.includes(row.id)))
    assert.ok(['passed', 'observed'].includes(verdict), `${id} ${verdict}`);
});

test('a client that begins to send raw OTPs fails that very night', async (t) => {
  const raw: ClientFactory = (log) =>
    createIntegrator({
      log,
      bodies: { ...conformingSeams.bodies, otp: ({ txnId, otp }) => Promise.resolve({ otp, txnId }) },
    });
  const { results } = await finishRun(
    t,
    toNightlySettings({ ...ofIntegrator, reports: temporaryFolder(t), seams: { client: raw } }),
  );
  const failed = results.obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  assert.deepEqual(failed, ['ENC-01', 'ENC-09']);
  assert.deepEqual(overallVerdictTexts(results), { integrator: 'does not conform' });
});
