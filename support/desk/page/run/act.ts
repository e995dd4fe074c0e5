import { signal } from '@preact/signals';
import type { StartRun } from '../../wire/run';
import { call } from '../call';

/** What the server would not do that was asked for last. */
export const refusal = signal<unknown>(undefined);

/** Whether an answer to what was asked for is waited for. */
export const isAsking = signal(false);

/** Whether this tab has started a run that it has not shown yet: the focus then goes where it is shown. */
export const isStartedHere = signal(false);

/** Tells whether it was done. */
async function ask(path: string, body?: StartRun): Promise<boolean> {
  refusal.value = undefined;
  isAsking.value = true;
  try {
    await call.post(path, body);
    return true;
  } catch (error) {
    refusal.value = error;
    return false;
  } finally {
    isAsking.value = false;
  }
}

export async function startRun(asked: StartRun): Promise<void> {
  isStartedHere.value = await ask('/api/run', asked);
}

export const pauseRun = (): Promise<boolean> => ask('/api/run/pause');
export const resumeRun = (): Promise<boolean> => ask('/api/run/resume');
export const stopRun = (): Promise<boolean> => ask('/api/run/stop');
