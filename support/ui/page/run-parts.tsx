import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Evidence } from '../../exchange/evidence';
import type { PlaceName } from '../../judging/verdict';
import { ExchangeView } from '../../report/parts/exchange';
import { tellingIn } from '../../report/parts/telling';
import { goesOnByResume } from '../../run/hand/going-on';
import type { StartRun } from '../api';
import { placeOfReport } from './outcome';
import { Trouble, useAnswer } from './parts';
import type { RunState } from './run-state';

/** Starts a run when it is pressed. */
export type Start = (asked: StartRun) => () => void;

export const resumeLabel = 'Go on by hand';

/** What the suite says, for a reader who has a button where others type a command. */
export const onPage = (text: string): string =>
  text.replaceAll(goesOnByResume, `“${resumeLabel}” goes on from here`);

/** The time, which goes on while something shows it. */
export function useSeconds(isGoing: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isGoing) return undefined;
    const ticking = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(ticking);
    };
  }, [isGoing]);
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

/** An exchange of the run, as the report shows it. */
export function ExchangeAt({ seq, places }: { readonly seq: number; readonly places: readonly PlaceName[] }) {
  const { answer, trouble } = useAnswer<Evidence>(`/api/run/exchanges/${seq}`);
  return (
    <div class="exchange-at" translate={false}>
      {answer && <ExchangeView exchange={answer} telling={tellingIn({ places }, answer)} open />}
      <Trouble of={trouble} />
    </div>
  );
}

/** The same, on a press. */
export function ExchangeButton(props: { readonly seq: number; readonly places: readonly PlaceName[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        Exchange #{props.seq}
      </button>
      {isOpen && <ExchangeAt {...props} />}
    </>
  );
}

interface AgainProps {
  readonly id: string;
  readonly run: RunState;
  readonly start: Start;
}

/** Once a run has ended: an obligation in its report, and a run of it alone. */
export function Again({ id, run: { began, end, standing }, start }: AgainProps) {
  if (standing !== 'ended') return null;
  return (
    <>
      {end?.type === 'ended' && <a href={placeOfReport(end.run, id)}>Show {id} in the report</a>}
      <button
        type="button"
        onClick={start({ ...(began?.selfTest === true && { selfTest: true }), only: [id] })}
      >
        Run {id} again
      </button>
    </>
  );
}
