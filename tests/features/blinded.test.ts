import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { EnvironmentError } from '../../support/contract/outcome';
import { releaseSlot, slotOf } from '../../support/run/handles';
import type { Run } from '../../support/run/run';
import { ConformWorld } from '../../support/world';

/** A world whose judges find nothing wrong. */
class PassingWorld extends ConformWorld {
  asked = 0;

  override judgeAll(): void {
    this.asked += 1;
  }
}

function world(t: TestContext): PassingWorld {
  const handed = { handle: 'blinded' };
  slotOf(handed).run = { obstacles: new Map(), settings: {} } as unknown as Run;
  t.after(() => {
    releaseSlot(handed);
  });
  const nothing = (): void => undefined;
  const attach = (): Promise<void> => Promise.resolve();
  return new PassingWorld({ attach, log: nothing, link: nothing, parameters: handed });
}

describe('a step that does not see what it names, and whose judges find nothing wrong,', () => {
  it('is inconclusive where an obstacle kept it from coming', async (t) => {
    const blinded = world(t);
    const obstacle = new EnvironmentError('the adapter crashed');
    await blinded.through(Promise.reject(obstacle));
    assert.throws(
      () => {
        blinded.expect(false, 'a request');
      },
      (error) => error === obstacle,
    );
    assert.equal(blinded.asked, 1, 'the judges come first');
  });

  it('is a fault of the suite where nothing was in the way', (t) => {
    const open = world(t);
    assert.throws(
      () => {
        open.expect(false, 'a request');
      },
      (error) =>
        error instanceof Error &&
        !(error instanceof EnvironmentError) &&
        error.message.includes('the judges pass what a step does not see: a request'),
    );
  });

  it('holds where it sees it, whatever was in the way', async (t) => {
    const seeing = world(t);
    await seeing.through(Promise.reject(new EnvironmentError('the adapter crashed')));
    seeing.expect(true, 'a request');
    assert.equal(seeing.asked, 0);
  });
});
