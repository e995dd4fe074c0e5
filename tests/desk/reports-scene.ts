import { Writable } from 'node:stream';
import { after } from 'node:test';
import type { TestContext } from 'node:test';
import { certify } from '../../support/cli/cucumber/certify';
import type { MockOptions } from '../../support/mock/start-mock';
import type { RunSettings } from '../../support/run/run';
import { loadTarget } from '../../support/run/targets';
import { targetOf } from '../cli/targets';
import { runningMock } from '../mock/running-mock';

/** A registry whose certificate is none. */
export const brokenCertificate = { certificate: { registry: () => 'no key today' } } as const;

/** Of a suite: what a test would clean up is cleaned up when the suite ends. */
const suite = { after } as unknown as TestContext;

/** Runs on a mock of its own, with these seams, into a folder that keeps a history. */
export async function runInto(
  reports: string,
  seams: NonNullable<MockOptions['seams']> = {},
  only: RunSettings['only'] = [],
): Promise<void> {
  const mock = await runningMock(suite, { seams });
  const { file, env } = await targetOf(suite, mock);
  await certify(
    {
      target: loadTarget(file, env),
      profile: 'sandbox',
      subjects: ['service'],
      only,
      reports,
      keep: { runs: 9, bytes: 1e9 },
    },
    { stdout: nowhere(), stderr: nowhere() },
  );
}

function nowhere(): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
}
