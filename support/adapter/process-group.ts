import { spawnSync } from 'node:child_process';
import { endMarked } from './descendants';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The leaders of groups, with the marks of their processes. */
const living = new Map<number, string>();

/**
 * Sees to it that a group of processes does not outlive this one, which its own group, apart from the terminal's,
 * would let it do. `leader` is the process that the group is named after; `mark` is what all of them inherited.
 */
export function watchGroup(leader: number, mark: string): void {
  if (living.size === 0) listen();
  living.set(leader, mark);
}

/** To be called once the leader has gone and its group was ended: its number may be given to another. */
export function forgetGroup(leader: number): void {
  if (living.delete(leader) && living.size === 0) stopListening();
}

/** Signals all processes of a group; those that are gone do not matter. On Windows it ends them, whatever the signal. */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(leader), '/T', '/F'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: no process is left. EPERM: what is left has taken on another user, and is not ours to end.
  }
}

function listen(): void {
  process.on('exit', endAll);
  // First of all, to see the other listeners before they remove themselves.
  for (const signal of signals) process.prependListener(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', endAll);
  for (const signal of signals) process.off(signal, onSignal);
}

function endAll(): void {
  for (const [leader, mark] of living) {
    signalGroup(leader, 'SIGKILL');
    endMarked(mark);
  }
}

/** A listener keeps a signal from ending this process; without another listener, it is to end all the same. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  stopListening();
  process.kill(process.pid, signal);
}
