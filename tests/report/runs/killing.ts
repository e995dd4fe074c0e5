import fs, { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../embedded-run';

const names = [
  'linkSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'writeFileSync',
  'copyFileSync',
] as const satisfies readonly (keyof typeof fs)[];
const killed = new Error('killed');

/**
 * Lets so many steps on files happen; before each that comes after them, something else happens. Gives whether one
 * came.
 */
function after(t: TestContext, steps: number, happens: () => void, act: () => void): boolean {
  let left = steps;
  const mocks = names.map((name) => {
    const real = fs[name] as (...args: unknown[]) => unknown;
    return t.mock.method(fs, name, ((...args: unknown[]) => {
      left -= 1;
      if (left < 0) happens();
      return real(...args);
    }) as never);
  });
  try {
    act();
  } catch (error) {
    // What is thrown may come in words of the suite.
    if (left >= 0 || happens !== die) throw error;
  } finally {
    for (const each of mocks) each.mock.restore();
  }
  return left < 0;
}

function die(): void {
  throw killed;
}

/** Lets so many steps happen, and no more: what is done to clean up comes too late, as for a killed process. */
export function dieAfter(t: TestContext, steps: number, act: () => void): boolean {
  return after(t, steps, die, act);
}

/** The same where another process does something in the midst of it, and is faster. */
export function overtakenAfter(t: TestContext, steps: number, other: () => void, act: () => void): boolean {
  let isDone = false;
  const { pid } = process;
  const named = (value: number): void => {
    Object.defineProperty(process, 'pid', { value, configurable: true });
  };
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    // What bears the number of a living process is none of its leftovers.
    named(process.ppid);
    try {
      other();
    } finally {
      named(pid);
    }
  };
  return after(t, steps, once, act);
}

/**
 * Does something again and again on copies of a folder, killed after one step more each time; gives the number of
 * steps.
 */
export function atEachStep(
  t: TestContext,
  before: string,
  act: (folder: string) => void,
  check: (folder: string, at: string) => void,
): number {
  for (let steps = 0; ; steps += 1) {
    const folder = join(temporaryFolder(t), 'reports');
    cpSync(before, folder, { recursive: true });
    const died = dieAfter(t, steps, () => {
      act(folder);
    });
    check(folder, `after ${steps} steps`);
    if (!died) return steps;
  }
}
