import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditFiles } from '../../mutants/traffic/audit-files';
import { harOf } from '../../mutants/traffic/har-file';
import { generateLongDay } from '../../mutants/traffic/long-day';
import type { DayHabits } from '../../mutants/traffic/long-day/habits';
import { usualHabits } from '../../mutants/traffic/long-day/habits';
import { exampleBases } from '../../support/published/deployment';
import { trafficTarget } from '../../support/targets/traffic-target';

/** Returns the obligations that are broken in a day with these habits, recorded as a HAR file. */
async function brokenIn(seed: number, habits: Partial<DayHabits>, processes = 1): Promise<string[]> {
  const day = generateLongDay(seed, undefined, { ...usualHabits, clients: 1, ...habits });
  const har = harOf(
    day.exchanges.map(({ wire }) => wire),
    { creator: 'generated' },
  );
  const target = { ...trafficTarget, services: exampleBases, readings: day.readings, processes };
  const { obligations } = await auditFiles([Buffer.from(JSON.stringify(har))], target);
  return obligations
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')
    .map(({ id }) => id);
}

const { token, certificates } = usualHabits;
const certified: Partial<DayHabits> = {
  processes: 3,
  restarts: 0,
  work: () => ['identity fields', 'registry fields'],
  rotations: { identity: [], registry: [] },
  token: { ...token, isShared: true, lifetimeSeconds: 86_400 },
  certificates: { ...certificates, areFetchedFirst: true },
};

test('three processes with one token may share certificates', async () => {
  const shared = { ...certified, certificates: { ...certificates, areShared: true } };
  for (const seed of [1, 2]) assert.deepEqual(await brokenIn(seed, shared), []);
});

test('a client that fetches a certificate for each value keeps none', async () => {
  const habits: Partial<DayHabits> = { ...certified, processes: 1, mistake: 'a certificate for each value' };
  assert.deepEqual(await brokenIn(1, { ...habits, acts: [30, 30] }), ['CRT-07']);
});

test('two threads of each process may request a session at the same time', async () => {
  const threads: Partial<DayHabits> = {
    processes: 3,
    acts: [30, 30],
    troubles: 0,
    work: () => ['identity fields', 'registry fields', 'identity fields'],
    rotations: { identity: [], registry: [] },
    token: { ...token, atOnce: 2, lifetimeSeconds: 86_400, marginMs: 300_000 },
    certificates: { ...certificates, areFetchedFirst: true, maxAgeMs: 3_660_000 },
  };
  for (const seed of [331, 1]) assert.deepEqual(await brokenIn(seed, threads), []);
});

test('a client that creates a session for each request reuses none', async () => {
  assert.deepEqual(
    await brokenIn(1, { processes: 1, troubles: 0, restarts: 0, mistake: 'a session for each request' }),
    ['TOK-01'],
  );
});
