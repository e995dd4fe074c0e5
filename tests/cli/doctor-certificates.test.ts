import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { examineTarget } from '../../support/cli/doctor';
import type { DoctorLine } from '../../support/cli/doctor/line';
import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import { embeddedTarget } from '../../support/run/targets';
import type { Target } from '../../support/targets/target';
import { offering, readingJsonAlone } from './own-client';

/** What the doctor says of how such a client reads certificates. */
async function lineOn(
  command: readonly string[],
  roles: Target['roles'],
  readings: ReadingOverrides = {},
): Promise<DoctorLine | undefined> {
  const told: DoctorLine[] = [];
  const own = { roles, readings: resolveReadings(readings), mockTls: false };
  await examineTarget(
    { ...embeddedTarget, ...own, integrator: { command } },
    { tell: (line) => told.push(line) },
  );
  return told.find(({ name }) => name === 'client reads certificates');
}

const name = 'client reads certificates';

test('a client that cannot read the certificates is bad, with the reading to set', async (t: TestContext) => {
  const client = readingJsonAlone(t);
  const told = await lineOn(client, ['session', 'identity', 'registry']);
  assert.equal(told?.state, 'bad');
  for (const service of ['identity', 'registry'])
    assert.match(
      told.detail,
      new RegExp(
        `took the ${service} certificate as PEM, .* set readings\\.certificate-form to json, .*JSON at`,
      ),
    );
  const agreed = await lineOn(client, ['session', 'identity'], { 'certificate-form': { identity: 'json' } });
  assert.deepEqual(agreed, { name, state: 'good', detail: 'that of identity' });
});

test('a client that has no certificate to read, or has another reason, is told nothing', async (t) => {
  assert.equal(await lineOn(readingJsonAlone(t), ['session', 'hip']), undefined);
  const fetching = offering(t, ['session.create', 'certificate.fetch', 'fields.send'], ['registry']);
  assert.equal(await lineOn(fetching, ['session', 'registry']), undefined);
});
