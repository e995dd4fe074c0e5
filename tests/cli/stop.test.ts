import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { StoppableRun } from '../../support/cli/stoppable-run';
import type { SignalCause } from '../../support/cli/stop';
import { describingEnd, handleStopSignals, stopAfterCaller } from '../../support/cli/stop';
import type { RunEvent } from '../../support/run/run-events';
import { processWithEnv } from '../../support/cli/surroundings';
import { temporaryFolder } from '../report/embedded-run';

type Handler = (signal: NodeJS.Signals) => void;

/** Simulates the signals and the clock of this process, because the runner of these tests handles signals itself. */
function simulate(t: TestContext) {
  const handlers = new Map<string, Set<Handler>>();
  const endedBy: (NodeJS.Signals | number)[] = [];
  let now = 1000;
  const get = (signal: NodeJS.Signals): void => {
    const heard = [...(handlers.get(signal) ?? [])];
    if (heard.length === 0) endedBy.push(signal);
    for (const handler of heard) handler(signal);
  };
  t.mock.method(performance, 'now', () => now);
  t.mock.method(process, 'on', (signal: string, handler: Handler) => {
    handlers.set(signal, (handlers.get(signal) ?? new Set()).add(handler));
  });
  t.mock.method(process, 'off', (signal: string, handler: Handler) => handlers.get(signal)?.delete(handler));
  t.mock.method(process, 'kill', (_pid: number, signal: NodeJS.Signals) => {
    get(signal);
    return true;
  });
  t.mock.method(process, 'exit', (code: number) => endedBy.push(code));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stderr = new PassThrough();
  return {
    ...{ endedBy, get },
    wait: (ms: number) => {
      now += ms;
      t.mock.timers.tick(ms);
    },
    surroundings: { ...processWithEnv({}), stderr },
    lines: () => String(stderr.read() ?? ''),
  };
}

/** Resolves once the functions that wait for a promise have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a stop by a signal', () => {
  it('has echoes, of any signal, for a second', async (t) => {
    const { get, wait, endedBy, surroundings, lines } = simulate(t);
    const stop = handleStopSignals({ surroundings });
    get('SIGINT');
    await stop.come;
    wait(900);
    get('SIGINT');
    get('SIGTERM');
    assert.deepEqual(endedBy, []);
    assert.equal(lines(), 'Stopped by SIGINT.\n');
    assert.deepEqual(stop.reason(), { signal: 'SIGINT', text: 'Stopped by SIGINT' });
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`is given up if ${signal} follows later`, (t) => {
      const { get, wait, endedBy } = simulate(t);
      let given = 0;
      handleStopSignals({
        giveUp: () => {
          given += 1;
        },
      });
      get('SIGINT');
      wait(1001);
      get(signal);
      assert.deepEqual([endedBy, given], [[signal], 1]);
    });

  it('is not given up because npx ends', (t) => {
    const { get, wait, endedBy, surroundings, lines } = simulate(t);
    const stop = handleStopSignals({ surroundings });
    get('SIGINT');
    wait(5000);
    stopAfterCaller('npx');
    assert.deepEqual(endedBy, []);
    assert.equal(stop.reason()?.signal, 'SIGINT');
    assert.equal(lines(), 'Stopped by SIGINT.\n');
  });
});

/** Simulates the signals of a mock with a command, which runs until `end` is called. */
function simulateCommand(t: TestContext) {
  const simulated = simulate(t);
  const passed: string[] = [];
  let isRunning = true;
  const pass = (signal: NodeJS.Signals, cause: SignalCause) => {
    if (isRunning) passed.push(`${signal} ${cause}`);
    return isRunning;
  };
  const stop = handleStopSignals({ surroundings: simulated.surroundings, pass });
  const end = (): void => {
    isRunning = false;
    stop.now();
  };
  return { ...simulated, stop, passed, end };
}

describe('the signals that a mock passes on to its command', () => {
  it('include the end of npx, and exclude echoes', (t) => {
    const { get, wait, passed, lines } = simulateCommand(t);
    get('SIGINT');
    wait(900);
    get('SIGINT');
    wait(5000);
    stopAfterCaller('npx');
    get('SIGTERM');
    assert.deepEqual(passed, ['SIGINT sent', 'SIGTERM caller ended']);
    assert.equal(lines(), 'Stopped because npx ended.\n');
  });

  it('include a different signal within a second', (t) => {
    const { get, wait, passed } = simulateCommand(t);
    get('SIGINT');
    wait(700);
    get('SIGTERM');
    get('SIGINT');
    assert.deepEqual(passed, ['SIGINT sent', 'SIGTERM sent']);
  });

  it('are repetitions for five seconds', (t) => {
    const { get, wait, passed } = simulateCommand(t);
    get('SIGINT');
    wait(5000);
    get('SIGINT');
    wait(5001);
    get('SIGINT');
    assert.deepEqual(passed, ['SIGINT sent', 'SIGINT repeated', 'SIGINT sent']);
  });

  it('do not count once the command has ended', async (t) => {
    const { get, wait, endedBy, stop, end } = simulateCommand(t);
    get('SIGINT');
    wait(2000);
    end();
    await stop.come;
    get('SIGINT');
    assert.deepEqual(endedBy, [], 'the first signal for the mock lets it write its report');
    wait(2000);
    get('SIGINT');
    assert.deepEqual(endedBy, ['SIGINT']);
  });
});

describe('a run that is stopped and does not end', () => {
  for (const [what, act, end, why] of [
    ['in time', 'wait', 130, 'because the run did not end within 15 s'],
    ['before the signal is repeated', 'repeat', 143, 'because the signal was repeated'],
  ] as const)
    for (const isByHand of [false, true])
      it(`${what} says what was kept${isByHand ? ', by hand' : ''}`, async (t) => {
        const { get, wait, endedBy, surroundings, lines } = simulate(t);
        const folder = temporaryFolder(t);
        if (isByHand) writeFileSync(join(folder, 'manual-progress.json'), '{}');
        const run = new StoppableRun(surroundings, isByHand ? folder : undefined);
        run.stopOnSignal();
        get('SIGINT');
        await settled();
        if (act === 'wait') wait(15_000);
        else {
          wait(2000);
          get('SIGTERM');
        }
        assert.equal(endedBy[0], end);
        const kept = `. The recording so far is in ${folder}; --resume continues the run`;
        assert.equal(
          lines(),
          `Stopped by SIGINT after 0 of 0 scenarios: no report was written, ${why}${isByHand ? kept : ''}.\n`,
        );
      });
});

describe('a run that a signal ends', () => {
  const scenario = { type: 'scenario-finished' } as RunEvent;
  for (const [what, events, result] of [
    ['before a scenario', [], 'before the first scenario ended: nothing was written'],
    ['in a container', [scenario], 'after 1 of 2 scenarios: a run in a container writes nothing'],
    [
      'in a container, after its report',
      [scenario, scenario, { type: 'finished' } as RunEvent],
      'after 2 of 2 scenarios: the report had been written',
    ],
  ] as const)
    it(`says what was kept, ${what}`, (t) => {
      const { get, endedBy, surroundings, lines } = simulate(t);
      const run = new StoppableRun(surroundings, undefined);
      run.endOnSignal();
      for (const event of [{ type: 'planned', selected: ['a', 'b'] } as unknown as RunEvent, ...events])
        run.count(event);
      get('SIGINT');
      assert.deepEqual(endedBy, ['SIGINT']);
      assert.equal(lines(), `Stopped by SIGINT ${result}.\n`);
    });
});

describe('a command that a signal ends', () => {
  it('names the end of npx as its reason', async (t) => {
    const { endedBy, get, surroundings, lines } = simulate(t);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const described = describingEnd(surroundings, 'nothing was written', () => promise);
    stopAfterCaller('npx');
    assert.deepEqual(endedBy, ['SIGTERM']);
    assert.equal(lines(), 'Stopped because npx ended: nothing was written.\n');
    resolve(undefined);
    await described;
    // The process of this test survives, so handle the pending signal.
    handleStopSignals();
    get('SIGTERM');
  });
});
