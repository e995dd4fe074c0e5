import type { RefObject } from 'preact';
import type { RunEnded } from '../api';
import { call } from './call';
import { Failures, Obstacles } from './failures';
import { HandView } from './hand-view';
import { Lights } from './lights';
import { Counts, Headlines, placeOfReport } from './outcome';
import { Notice, Trouble, useAct } from './parts';
import { runAgain, ChangedSince, RunButton, useHeldFocus, useSeconds } from './run-parts';
import { StartPart } from './run-start';
import type { RunState } from './run-state';
import { doneOf, isRunInProgress } from './run-state';
import type { State } from './state';

export function RunView({ state: { run, hand, target } }: { readonly state: State }) {
  // A new key for each run makes Preact reset the state of the components below.
  const key = run.began?.at;
  const heading = useHeldFocus(`${key} ${isRunInProgress(run)}`);
  return (
    <>
      <h1>Run</h1>
      {run.began !== undefined && <Now key={key} {...{ run, target, heading }} />}
      <Outcome run={run} />
      {isRunInProgress(run) && <HandView hand={hand} />}
      <Failures key={`failures ${key}`} run={run} />
      <Obstacles run={run} />
      {!isRunInProgress(run) && <StartPart target={target} isFirst={run.began === undefined} />}
      <Lights key={`lights ${key}`} run={run} />
    </>
  );
}

interface NowProps {
  readonly run: RunState;
  readonly target: State['target'];
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** Shows the progress of the run, any long wait, and a button that stops the run. */
function Now({ run, target, heading }: NowProps) {
  const { began, end, plan, isStopping, waits } = run;
  const { isBusy, trouble, act } = useAct();
  const goes = isRunInProgress(run);
  const now = useSeconds(goes);
  const [count, done] = [plan?.scenarios, doneOf(run)];
  const label = `${done} of ${count ?? 0} scenarios`;
  const seconds = Math.max(0, Math.round(((end?.at ?? now) - (began?.at ?? now)) / 1000));
  return (
    <section class={goes ? 'now going' : 'now'} aria-labelledby="run-now">
      <h2 id="run-now" ref={heading} tabIndex={-1}>
        {began?.selfTest === true ? 'Self-test on the built-in mock' : began?.target}
      </h2>
      <p role="status" class="unseen">
        {standings[standingOf(run)]}
      </p>
      <p class="sentence">{sentenceOf(run)}</p>
      <ChangedSince target={target} began={began} />
      {goes && waits.what !== undefined && (
        <p translate={false}>
          Waiting for {waits.what}, {Math.max(1, Math.round((now - (waits.since ?? now)) / 1000))} s so far.
          {waits.hint !== undefined && <span class="hint"> {waits.hint}</span>}
        </p>
      )}
      <div class="row">
        {count !== undefined && <progress value={done} max={Math.max(1, count)} aria-label={label} />}
        <span>
          {count !== undefined && `${label}, `}
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </span>
        {goes && (
          <button
            type="button"
            disabled={isBusy || isStopping}
            onClick={act(() => call.post('/api/run/stop'))}
          >
            Stop
          </button>
        )}
      </div>
      <Trouble of={trouble} />
    </section>
  );
}

const standings = {
  preparing: 'The target is checked before the first scenario.',
  running: 'The scenarios run.',
  stopping: 'The run is being stopped. What is left is not tested; its report follows.',
  ended: 'The run has ended.',
} as const;

function standingOf(run: RunState): keyof typeof standings {
  if (!isRunInProgress(run)) return 'ended';
  if (run.isStopping) return 'stopping';
  return run.scenarios.size === 0 ? 'preparing' : 'running';
}

function sentenceOf(run: RunState): string {
  const standing = standingOf(run);
  if (standing !== 'running') return standings[standing];
  const last = [...run.scenarios.values()].at(-1);
  if (last !== undefined && last.verdict === undefined) return last.name;
  const count = run.plan?.scenarios ?? 0;
  return count > 0 && doneOf(run) === count
    ? 'All scenarios have run. Their evidence is being judged as a whole.'
    : 'Between two scenarios.';
}

function Outcome({ run }: { readonly run: RunState }) {
  const { end, began } = run;
  if (end === undefined) return null;
  if (end.type === 'failed')
    return (
      <Notice kind="bad">
        {end.isFault
          ? 'A fault of the suite itself: it shows nothing of your system.'
          : 'The run ended without a report.'}
        <pre translate={false}>{end.words.message}</pre>
        {end.words.hint !== undefined && <span class="hint">{end.words.hint}</span>}
      </Notice>
    );
  return (
    <section aria-label="Outcome">
      <Came end={end} />
      {began?.selfTest === true && (
        <Notice kind="note">This was a self-test. It is not a certificate.</Notice>
      )}
      <p class="row">
        <a class="button primary" href={placeOfReport(end.run)}>
          Report
        </a>
        <a href={placeOfReport(end.run, 'sign-off')}>Sign off</a>
        {end.again.length > 0 && (
          <RunButton asked={runAgain(run, end.again)}>Run the {end.again.length} that did not pass</RunButton>
        )}
      </p>
    </section>
  );
}

function Came({ end: { headlines, counts, faults, warnings, stopped } }: { readonly end: RunEnded }) {
  return (
    <>
      {faults.length > 0 && (
        <Notice kind="bad">
          A fault of the suite itself: what follows from it shows nothing of your system.
          <pre translate={false}>{faults.join('\n')}</pre>
        </Notice>
      )}
      <Headlines of={headlines} />
      {stopped && <Notice kind="warn">The run was stopped: what was left is not tested.</Notice>}
      <p class="row">
        <Counts of={counts} />
      </p>
      {warnings.map((each) => (
        <Notice key={each} kind="warn">
          <span translate={false}>{each}</span>
        </Notice>
      ))}
    </>
  );
}
