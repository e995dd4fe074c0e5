import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Begun, OpenTarget, StartRun } from '../api';
import { call } from './call';
import { placeOfReport } from './outcome';
import { Notice, Trouble, useAct } from './parts';
import type { RunState } from './run-state';
import { changedSince, isGoing } from './run-state';

/** The time, which goes on while something shows it. */
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

/** Whose focus was on what is gone goes on at the heading of what comes. */
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
  /** What is asked for when it is pressed. */
  readonly asked: () => StartRun;
  readonly isPrimary?: boolean;
  readonly children: ComponentChildren;
}

/** Starts a run, and leads to it. */
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

/** Asks for a run of these alone, on what the last one was about. */
export const runAgain =
  ({ began }: RunState, only: readonly string[]) =>
  (): StartRun => ({ ...(began?.selfTest === true && { selfTest: true }), only });

/** Says that the open target is not what a run shows. */
export function ChangedSince({ target, began }: ChangedProps) {
  const how = changedSince(target, began);
  return how === undefined ? null : <Notice kind="note">{how}</Notice>;
}

interface ChangedProps {
  readonly target: OpenTarget | undefined;
  readonly began: Begun | undefined;
}

/** Once a run has ended: an obligation in its report, and a run of it alone. */
export function Again({ id, run }: { readonly id: string; readonly run: RunState }) {
  if (isGoing(run)) return null;
  return (
    <>
      {run.end?.type === 'ended' && <a href={placeOfReport(run.end.run, id)}>Show {id} in the report</a>}
      <RunButton asked={runAgain(run, [id])}>Run {id} again</RunButton>
    </>
  );
}
