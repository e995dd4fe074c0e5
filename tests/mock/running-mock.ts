import type { TestContext } from 'node:test';
import { startMock, type Mock, type MockOptions } from '../../support/mock/start-mock';

/** A mock for one test, closed when the test ends. */
export async function runningMock(t: TestContext, options: MockOptions = {}): Promise<Mock> {
  const mock = await startMock(options);
  t.after(() => mock.close());
  return mock;
}

/** A clock that stands still until it is moved. */
export function movableClock(start = Date.now()): { now: () => number; forward: (seconds: number) => void } {
  let time = start;
  return {
    now: () => time,
    forward: (seconds) => {
      time += seconds * 1000;
    },
  };
}
