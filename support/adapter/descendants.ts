import { readFileSync, readdirSync } from 'node:fs';

/** Every process that an adapter starts inherits it, whatever session or group it moves to. */
const markName = 'CONFORM_ADAPTER_PROCESS';

/** What an adapter's environment holds besides, so that its descendants are known by it. */
export const markOf = (mark: string): Readonly<Record<string, string>> => ({ [markName]: mark });

/** One that was just being started may be missed in the first round. */
const mostRounds = 5;

/** Ends all processes that inherited a mark. Linux alone shows the environment of a process in its files. */
export function endMarked(mark: string): void {
  if (process.platform !== 'linux') return;
  for (let round = 0; round < mostRounds; round += 1) {
    const found = marked(mark);
    for (const pid of found) end(pid);
    if (found.length === 0) return;
  }
}

function marked(mark: string): number[] {
  const wanted = `\0${markName}=${mark}\0`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => `\0${environmentOf(name)}`.includes(wanted))
    .map(Number);
}

/** Empty for a process that is gone, or another user's. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone meanwhile.
  }
}
