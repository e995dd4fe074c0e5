import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { it } from 'node:test';
import { lastRecording } from '../../../support/cli/drafts';
import { completedFolder } from '../../../support/report/runs/in-place';
import { startProxyProcess, startConstantService, targetFor } from '../../cli/own-proxy';
import { eventually } from '../../eventually';
import { readResults, temporaryFolder } from '../embedded-run';
import { copyOf, each, idOfWhole, inTrouble, spread } from './scene';

const sessions = '/api/hiecm/gateway/v3/sessions';
const recorded = (file: string | undefined): number =>
  file === undefined ? 0 : Math.max(0, readFileSync(file, 'utf8').split('\n').length - 2);

/** Sends so many requests through a proxy, one after the other, and kills it once the last of them is on the disk. */
async function killedProxy(
  t: TestContext,
  args: readonly string[],
  folder: string,
  count: number,
): Promise<void> {
  const { child, url, ended } = await startProxyProcess(t, ...args);
  const before = recorded(liveIn(folder));
  for (let sent = 0; sent < count; sent += 1)
    await (await fetch(`${url}${sessions}`, { method: 'POST' })).text();
  await eventually('each is on the disk', () => recorded(liveIn(folder)) === before + count);
  child.kill('SIGKILL');
  await ended;
}

function liveIn(folder: string): string | undefined {
  const name = readdirSync(folder).find((one) => one.startsWith('.recording-'));
  return name === undefined ? undefined : join(folder, name);
}

it('a proxy that is killed loses nothing, nor does the one that goes on with what it recorded', async (t) => {
  const file = targetFor(t, await startConstantService(t));
  const folder = join(temporaryFolder(t), 'proxy');
  const args = ['--target', file, '--reports', folder];
  await killedProxy(t, args, folder, 4);
  await killedProxy(t, [...args, '--resume'], folder, 2);
  assert.equal(recorded(liveIn(folder)), 6);

  const resume = (to: string) => ['proxy', '--target', file, '--reports', to, '--resume', '--for', '1'];
  const whole = copyOf(folder, join(folder, '../whole'));
  const count = join(folder, '../count');
  const { ended, stderr } = await inTrouble({ folder: whole, count }, resume(whole));
  assert.ok(ended === 1 || ended === 3, stderr);
  assert.equal(readResults(whole).exchanges, 6);

  const steps = Number(readFileSync(count, 'utf8'));
  await each(spread(steps - 1, 20), async (at) => {
    const copy = copyOf(folder, join(folder, `../killed-${at}`));
    const killed = await inTrouble({ folder: copy, at, how: 'kill' }, resume(copy));
    assert.equal(killed.ended, 'SIGKILL', `step ${at}: ${killed.stderr}`);
    completedFolder(copy);
    await idOfWhole(copy);
    assert.equal(recorded(lastRecording({ root: copy })), 6, `step ${at}`);
  });
});
