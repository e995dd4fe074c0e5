import { readFileSync, readdirSync } from 'node:fs';

/** Returns the text of a file in /proc; `undefined` if the process has ended, or without /proc. */
export function readProcFile(file: string): string | undefined {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the id of a process's parent; `undefined` if the process has ended, or without /proc. */
export const parentOf = (pid: number | string): number | undefined => numbersOf(pid)?.[1];

/** Returns the id of a process's process group; `undefined` if the process has ended, or without /proc. */
export const groupOf = (pid: number | 'self'): number | undefined => numbersOf(pid)?.[2];

/** Returns the fields of /proc/PID/stat from the state on: the parent is at index 1, the process group at index 2. */
function numbersOf(pid: number | string): readonly number[] | undefined {
  const text = readProcFile(`${pid}/stat`);
  // The fields follow the program's name in parentheses. The name may contain anything.
  return text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Returns the program and the arguments of a process. The list is empty if the process has ended, or without /proc. */
export function commandLineOf(pid: number): readonly string[] {
  return readProcFile(`${pid}/cmdline`)?.split('\0') ?? [];
}

/**
 * Returns the environment with which a process was started, one `NAME=value` for each variable; `undefined` if this
 * process must not read that environment.
 */
export function environmentOf(pid: number): readonly string[] | undefined {
  return readProcFile(`${pid}/environ`)?.split('\0');
}

/** Whether a process has exactly one child; `false` without /proc. */
export function hasOneChild(pid: number): boolean {
  return /^\d+ ?$/.test(readProcFile(`${pid}/task/${pid}/children`) ?? '');
}

/** Returns the ids of all processes that a process started, directly or through others. Needs Linux. */
export function descendantsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const children = Map.groupBy(
    readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
    parentOf,
  );
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).map(Number).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}
