import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Progress } from '../../support/cli/cucumber/progress';
import { progressStream } from '../../support/run/settings';
import { PendingWaits } from '../../support/run/pending-waits';

const never = () => new Promise<never>(() => undefined);

/** A run of three scenarios on a clock that the test moves on. */
function scene(t: TestContext, isTTY: boolean) {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] });
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  t.mock.method(Date, 'now', () => Math.round(performance.timeOrigin + now));
  const screen = Object.assign(new PassThrough().setEncoding('utf8'), {
    ...(isTTY && { isTTY, columns: 70 }),
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  });
  const waits = new PendingWaits();
  const progress = new Progress(screen);
  waits.whenLong = (wait) => {
    progress.take({ type: 'waiting', ...(wait && { wait }) });
  };
  t.after(() => {
    progress.end();
  });
  return {
    waits,
    progress,
    text: () => (screen.read() as string | null) ?? '',
    begin: (id: 'a' | 'b'): void => {
      const scenario = { name: `Scenario ${id}`, location: '', tags: [], obligations: [], isOwnCheck: false };
      progress.take({ type: 'scenario-started', scenario, number: id === 'a' ? 1 : 2, of: 3 });
    },
    pass: (seconds: number): void => {
      for (let each = 0; each < seconds * 10; each += 1) {
        now += 100;
        t.mock.timers.tick(100);
      }
    },
  };
}

describe('progress without a terminal', () => {
  it('is nothing in a short run, and a line each ten seconds in a longer one', (t) => {
    const { begin, pass, text, progress } = scene(t, false);
    begin('a');
    pass(9);
    assert.equal(text(), '');
    begin('b');
    pass(11);
    assert.equal(text(), '10 s: scenario 2 of 3; Scenario b\n20 s: scenario 2 of 3; Scenario b\n');
    progress.end();
    pass(60);
    assert.equal(text(), '');
  });

  it('says what is waited for, how long, and what may keep it from coming', (t) => {
    const { begin, pass, text, waits } = scene(t, false);
    begin('a');
    pass(3);
    void waits.during({ what: 'the adapter: otp.verify', hint: () => 'does it flush?' }, never);
    pass(7);
    assert.equal(
      text(),
      '10 s: scenario 1 of 3; waiting 7 s for the adapter: otp.verify; Scenario a; does it flush?\n',
    );
  });

  it('says nothing of a wait that is over, and hints at nothing before five seconds', async (t) => {
    const { begin, pass, text, waits } = scene(t, false);
    begin('a');
    await waits.during({ what: 'gateway: GET /x' }, () => Promise.resolve());
    pass(6);
    void waits.during({ what: 'the adapter: otp.verify', hint: () => 'does it flush?' }, never);
    pass(4);
    assert.equal(text(), '10 s: scenario 1 of 3; waiting 4 s for the adapter: otp.verify; Scenario a\n');
  });
});

describe('progress on a terminal', () => {
  it('is a bar that fits the screen, and goes when the run ends', (t) => {
    const { begin, pass, text, waits, progress } = scene(t, true);
    begin('a');
    pass(1);
    assert.match(text(), /█+░+ 1 of 3 scenarios {2}Scenario a/);
    void waits.during({ what: `registry: GET /${'long'.repeat(40)}` }, never);
    pass(3);
    const shown = text();
    assert.match(shown, /1 of 3 scenarios {2}waiting 2 s for registry: GET…/);
    for (const line of shown.split(/[^ -~█░…]+/)) assert.ok(line.length <= 70, line);
    progress.end();
    text();
    pass(30);
    assert.equal(text(), '');
  });

  it('has a hint above it, once for each wait', (t) => {
    const { begin, pass, text, waits } = scene(t, true);
    begin('a');
    void waits.during({ what: 'the adapter: otp.verify', hint: () => 'does it flush?' }, never);
    pass(4);
    assert.doesNotMatch(text(), /flush/);
    pass(20);
    const told = text();
    assert.equal(told.split('waiting 5 s for the adapter: otp.verify: does it flush?\n').length, 2, told);
    assert.equal(told.split('flush').length, 2, told);
  });
});

describe('progress', () => {
  it('goes to stderr, unless the environment turns it off', (t) => {
    const before = process.env.CONFORM_PROGRESS;
    t.after(() => {
      if (before === undefined) delete process.env.CONFORM_PROGRESS;
      else process.env.CONFORM_PROGRESS = before;
    });
    delete process.env.CONFORM_PROGRESS;
    assert.equal(progressStream(), process.stderr);
    process.env.CONFORM_PROGRESS = 'off';
    assert.equal(progressStream(), undefined);
  });
});
