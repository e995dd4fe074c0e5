import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { eventually } from '../eventually';
import { root } from './conform';

/** Starts a shell that waits for a Node, which looks at the shell whenever `look` is called. */
async function shellWithHost(t: TestContext) {
  const host = [process.execPath, '-r', join(root, 'bin/typescript.cjs'), join(__dirname, 'sleeper-host.ts')];
  const shell = spawn('sh', ['-c', `${host.map((word) => `'${word}'`).join(' ')}; true`], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const { pid = 0 } = shell;
  t.after(() => {
    process.kill(-pid, 'SIGKILL');
  });
  const lines = createInterface({ input: shell.stdout });
  await once(lines, 'line');
  return {
    pid,
    look: async (): Promise<boolean> => {
      const answer = once(lines, 'line');
      shell.stdin.write('\n');
      const [line] = (await answer) as [string];
      return line === 'true';
    },
  };
}

/** The state of each thread of a process and of its children. */
function threadsOfGroup(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [String(pid), ...children].flatMap((id) =>
    globSync(`/proc/${id}/task/*/status`).map(
      (file) => /^State:\t(\w)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '',
    ),
  );
}

describe('a shell that waits for the suite', { skip: process.platform !== 'linux' }, () => {
  it('is woken up by a signal of its own', async (t) => {
    const { pid, look } = await shellWithHost(t);
    assert.deepEqual([await look(), await look()], [false, false]);
    process.kill(pid, 'SIGINT');
    await eventually('the shell was woken up', look);
    process.kill(pid, 'SIGINT');
    await eventually('the shell was woken up once more', look);
  });

  it('is not taken for woken up when all of the group were held and went on, as after Ctrl-Z', async (t) => {
    const { pid, look } = await shellWithHost(t);
    assert.equal(await look(), false);
    process.kill(-pid, 'SIGSTOP');
    await eventually('all threads are held', () => threadsOfGroup(pid).every((state) => state === 'T'));
    process.kill(-pid, 'SIGCONT');
    assert.deepEqual([await look(), await look(), await look()], [false, false, false]);
  });
});
