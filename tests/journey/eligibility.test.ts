import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { mainJourney } from '../../support/journey/integrator/main-journey';
import { playServices } from '../../support/journey/integrator/played-services';
import { openRun } from '../../support/journey/run';
import { embeddedTarget } from '../../support/target/embedded';
import type { Target } from '../../support/target/target';

const cli = join(__dirname, '../../bin/conform.cjs');
const clients: Readonly<Record<string, Target>> = {
  'in this process, over TLS': embeddedTarget,
  'as an adapter over stdio': {
    ...embeddedTarget,
    integrator: { command: [process.execPath, cli, 'adapter', '--serve'] },
    mockTls: false,
  },
};

for (const [where, target] of Object.entries(clients))
  test(`a coverage eligibility check is answered by one signed callback: the suite's client ${where}`, async () => {
    const run = await openRun({ target, profile: 'test', subjects: ['integrator'], only: [], reports: '' });
    try {
      const { refusals } = await mainJourney(run);
      const { mock } = await playServices(run);
      const [callback, ...more] = mock.cycles.attempts;
      assert.equal(more.length, 0);
      assert.equal(callback?.answer?.status, 202);
      assert.match(callback.url, /\/v1\/coverageeligibility\/on_check$/);
      const asked = run.recording.exchanges.find(({ operation }) => operation === 'eligibility.check');
      assert.equal(asked?.response?.status, 202);
      const header = asked.request.headers.find(([name]) => name.toLowerCase() === 'x-hcx-correlation_id');
      assert.equal(header?.[1], callback.correlationId);
      assert.equal(
        refusals.some((refusal) => !refusal.startsWith('field.encrypt')),
        false,
      );
    } finally {
      await run.close();
    }
  });
