import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunOrigin, OpenTarget, StartRun } from '../api';
import { call } from './call';
import { placeOfReport } from './outcome';
import { Notice, Trouble, useAct } from './parts';
import type { RunState } from './run-state';
import { changedSince, isRunInProgress } from './run-state';

/** Returns the current time in epoch milliseconds. Updates every second while `isShown` is true. */
export function useSeconds(isShown: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isShown) return undefined;
    const ticking = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(ticking);
    };
  }, [isShown]);
  return now;
}

/**
 * Returns a ref for a heading. If a change of `shown` removes the focused element, the heading gets the
 * focus.
 */
export function useHeldFocus(shown: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) heading.current?.focus();
    before.current = shown;
  }, [shown]);
  return heading;
}

interface RunButtonProps {
  /** Returns the settings of the run that the button starts. */
  readonly asked: () => StartRun;
  readonly isPrimary?: boolean;
  readonly children: ComponentChildren;
}

/** A button that starts a run and then opens the Run view. */
export function RunButton({ asked, isPrimary = false, children }: RunButtonProps) {
  const { isBusy, trouble, act } = useAct();
  const start = act(async () => {
    await call.post('/api/run', asked());
    location.hash = '#/run';
  });
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : undefined} disabled={isBusy} onClick={start}>
        {children}
      </button>
      <Trouble of={trouble} />
    </>
  );
}

/**
 * Returns a callback that gives `RunButton` the settings of a narrowed run with only these obligations. The
 * run is a self-test if the last run was one.
 */
export const runAgain =
  ({ began }: RunState, only: readonly string[]) =>
  (): StartRun => ({ ...(began?.selfTest === true && { selfTest: true }), only });

/** Shows a note if the open target differs from the target of a run. */
export function ChangedSince({ target, began }: ChangedProps) {
  const how = changedSince(target, began);
  return how === undefined ? null : <Notice kind="note">{how}</Notice>;
}

interface ChangedProps {
  readonly target: OpenTarget | undefined;
  readonly began: RunOrigin | undefined;
}

/**
 * Shows a link to the obligation in the run's report, if there is one, and a button that runs this obligation
 * again. Renders nothing while a run is in progress.
 */
export function ObligationActions({ id, run }: { readonly id: string; readonly run: RunState }) {
  if (isRunInProgress(run)) return null;
  return (
    <>
      {run.end?.type === 'ended' && <a href={placeOfReport(run.end.run, id)}>Show {id} in the report</a>}
      <RunButton asked={runAgain(run, [id])}>Run {id} again</RunButton>
    </>
  );
}
