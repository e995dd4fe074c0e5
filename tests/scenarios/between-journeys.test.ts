import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { integratorTarget } from '../../mutants/integrator/stage';
import type { ClientFactory } from '../../support/run/plan';
import type { Run } from '../../support/run/run';
import type { AdapterSession } from '../../support/scenarios/integrator/adapter-session';
import { openAdapter } from '../../support/scenarios/integrator/adapter-session';
import { newSession } from '../mock/ask';
import { openTestRun } from './provider-scene';

const client: ClientFactory = () => ({
  initialize: () => ({
    protocolVersion: '1',
    implementation: { name: 'client', version: '1' },
    capabilities: [],
  }),
});

const openRunOfClient = (t: TestContext): Promise<Run> =>
  openTestRun(t, { target: integratorTarget, subjects: ['integrator'], seams: { client } });

const openNamed = (run: Run, title: string): Promise<AdapterSession> =>
  openAdapter(run, { name: title, title, calls: 1, piecewise: false });

/** Sends a session request to the services of a session. Returns the label and the process of its recording. */
async function labelOfRequest(run: Run, { played }: AdapterSession) {
  await newSession(played.mock);
  const { scenario, clientInstance } = run.evidence.recording.evidence.at(-1) ?? {};
  return { scenario, clientInstance };
}

test('a request between two journeys belongs to the last process, and to neither journey', async (t) => {
  const run = await openRunOfClient(t);
  run.evidence.scenario = 'The running scenario';
  const first = await openNamed(run, 'The first journey');
  const during = { scenario: 'The first journey', clientInstance: 'process-1' };
  assert.deepEqual(await labelOfRequest(run, first), during);
  await first.close();
  const after = { scenario: 'The running scenario', clientInstance: 'process-1' };
  assert.deepEqual(await labelOfRequest(run, first), after);
  const second = await openNamed(run, 'The second journey');
  const later = { scenario: 'The second journey', clientInstance: 'process-2' };
  assert.deepEqual(await labelOfRequest(run, second), later);
});

test('the end of one journey does not end another that goes on', async (t) => {
  const run = await openRunOfClient(t);
  const first = await openNamed(run, 'The first journey');
  const second = await openNamed(run, 'The second journey');
  await first.close();
  const label = { scenario: 'The second journey', clientInstance: 'process-2' };
  assert.deepEqual(await labelOfRequest(run, second), label);
});
