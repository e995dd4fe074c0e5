import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { GroupSentinel } from '../../support/cli/group-sentinel';
import { commandLineOf, descendantsOf, readProcFile } from '../../support/cli/linux-processes';
import { eventually } from '../eventually';

/** Starts a sentinel, and returns it with the id of its program. */
function startSentinel(t: TestContext) {
  const before = descendantsOf(process.pid);
  const sentinel = new GroupSentinel();
  t.after(() => {
    sentinel.close();
  });
  return {
    sentinel,
    newPrograms: () =>
      descendantsOf(process.pid).filter(
        (pid) => !before.includes(pid) && commandLineOf(pid).some((word) => word.startsWith('while read')),
      ),
  };
}

describe('the sentinel of a process group', { skip: process.platform !== 'linux' }, () => {
  it('distinguishes a signal to the group from a signal to this process', async (t) => {
    const { sentinel, newPrograms } = startSentinel(t);
    assert.equal(await sentinel.shares('SIGINT'), false);
    const [pid] = newPrograms();
    assert.ok(pid !== undefined, 'the program runs');
    // This process must not get the signal, so send it to the program only.
    process.kill(pid, 'SIGINT');
    assert.equal(await sentinel.shares('SIGINT'), true);
    assert.equal(await sentinel.shares('SIGINT'), false);
  });

  it('does not answer while it is stopped, and is replaced', async (t) => {
    const { sentinel, newPrograms } = startSentinel(t);
    const [pid] = newPrograms();
    assert.ok(pid !== undefined, 'the program runs');
    process.kill(pid, 'SIGSTOP');
    await eventually('it is stopped', () => /^State:\tT/m.test(readProcFile(`${pid}/status`) ?? ''));
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const answer = sentinel.shares('SIGINT');
    // The time in which a signal to the group arrives, and the time for the answer.
    for (const ms of [200, 1000]) {
      t.mock.timers.tick(ms);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(await answer, false);
    t.mock.timers.reset();
    await eventually('another has replaced it', () => !newPrograms().includes(pid));
    assert.equal(await sentinel.shares('SIGINT'), false);
  });

  it('is not replaced once it is closed', async (t) => {
    const { sentinel, newPrograms } = startSentinel(t);
    sentinel.close();
    assert.equal(await sentinel.shares('SIGINT'), false);
    assert.deepEqual(newPrograms(), []);
  });
});
