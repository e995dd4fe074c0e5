import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createIntegrator, logNothing } from '../../support/client/integrator';
import type { ClientFactory } from '../../support/run/plan';
import type { ObligationResult } from '../../support/judging/verdict';
import { embeddedTarget } from '../../support/run/targets';
import { finishRun } from '../report/embedded-run';
import { plainTextOrEmpty } from '../plain';

interface Case {
  readonly logs?: readonly string[];
  readonly client?: ClientFactory;
}

async function judgeLogs(t: TestContext, { logs = [], client }: Case): Promise<ObligationResult | undefined> {
  const { results } = await finishRun(t, {
    target: { ...embeddedTarget, logs },
    subjects: ['integrator'],
    only: ['ENC-09'],
    profile: 'test',
    ...(client && { seams: { client } }),
  });
  return results.obligations.find(({ id }) => id === 'ENC-09');
}

/** A client that logs the OTP when it is asked to verify it, and much else after that. */
const chatty =
  (after: number): ClientFactory =>
  (log) => {
    const own = createIntegrator({ log: logNothing });
    return {
      ...own,
      'otp.verify': (params) => {
        log(`verifying ${params.otp}`);
        log('.'.repeat(after));
        return own['otp.verify'](params);
      },
    };
  };

test('an OTP in the log is found, however much is logged after it', async (t) => {
  for (const after of [0, 300_000])
    assert.equal((await judgeLogs(t, { client: chatty(after) }))?.verdict, 'failed');
});

test('a log file without planted values passes; a pattern without a file is not tested', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'app.log'), 'started\n');
  assert.equal((await judgeLogs(t, { logs: [join(folder, '*.log')] }))?.verdict, 'passed');
  const missing = await judgeLogs(t, { logs: [join(folder, '*.txt')] });
  assert.equal(missing?.verdict, 'not-tested');
  assert.match(plainTextOrEmpty(missing.reason), /matches no file/);
});
