import { VerdictMark } from '../../report/parts/text';
import type { RunEnded, StartRun } from '../api';
import { call } from './call';
import { Exchanges } from './exchanges';
import { Failures, Obstacles } from './failures';
import { HandView } from './hand-view';
import { Lights } from './lights';
import { Notice, Trouble, useAct } from './parts';
import { doneOf } from './run-lights';
import { Headlines, placeOfReport } from './outcome';
import type { Start } from './run-parts';
import { onPage, useHeldFocus, useSeconds } from './run-parts';
import { StartPart } from './run-start';
import type { RunState } from './run-state';
import type { State } from './state';

/** The run: what it would be, what happens, and what it came to. */
export function RunView({ state: { run, hand, target } }: { readonly state: State }) {
  const { isBusy, trouble, act } = useAct();
  const start: Start = (asked: StartRun) => act(() => call.post('/api/run', asked));
  const isGoing = run.began !== undefined && run.standing !== 'ended';
  // What was looked at in one run says nothing of the next.
  const key = run.began?.at;
  return (
    <>
      <h1>Run</h1>
      {run.began !== undefined && <Now key={key} run={run} />}
      <Trouble of={trouble} />
      {!isGoing && <Outcome run={run} start={start} isBusy={isBusy} />}
      {isGoing && <HandView hand={hand} />}
      <Failures key={`failures ${key}`} run={run} start={start} />
      <Obstacles run={run} />
      {!isGoing && (
        <StartPart target={target} isFirst={run.began === undefined} isBusy={isBusy} start={start} />
      )}
      <Lights key={`lights ${key}`} run={run} start={start} />
      <Exchanges key={`exchanges ${key}`} run={run} />
    </>
  );
}

/** What happens just now, how far it has come, and what stops it. */
function Now({ run }: { readonly run: RunState }) {
  const { began, end, plan, standing, waits } = run;
  const { isBusy, trouble, act } = useAct();
  const isGoing = standing !== 'ended';
  const now = useSeconds(isGoing);
  const heading = useHeldFocus(`${began?.at} ${isGoing}`);
  const [count, done] = [plan?.scenarios, doneOf(run)];
  const label = `${done} of ${count ?? 0} scenarios`;
  const seconds = Math.max(0, Math.round(((end?.at ?? now) - (began?.at ?? now)) / 1000));
  return (
    <section class={isGoing ? 'now going' : 'now'} aria-labelledby="run-now">
      <h2 id="run-now" ref={heading} tabIndex={-1}>
        {began?.selfTest === true ? 'Self-test on the built-in mock' : began?.target}
      </h2>
      <p role="status" class="unseen">
        {standings[standing]}
      </p>
      <p class="sentence">{sentenceOf(run)}</p>
      {isGoing && waits.what !== undefined && (
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
        {isGoing && (
          <button
            type="button"
            disabled={isBusy || standing === 'stopping'}
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

const standings: Readonly<Record<RunState['standing'], string>> = {
  preparing: 'The target is being looked at before the first scenario.',
  running: 'The scenarios run.',
  stopping: 'The run is being stopped. What is left is not tested; its report follows.',
  ended: 'The run has ended.',
};

function sentenceOf(run: RunState): string {
  if (run.standing !== 'running') return standings[run.standing];
  const last = [...run.scenarios.values()].at(-1);
  if (last !== undefined && last.verdict === undefined) return last.name;
  const count = run.plan?.scenarios ?? 0;
  return count > 0 && doneOf(run) === count
    ? 'All scenarios have run. Their evidence is being judged as a whole.'
    : 'Between two scenarios.';
}

interface OutcomeProps {
  readonly run: RunState;
  readonly start: Start;
  readonly isBusy: boolean;
}

/** What the run has come to, and what may follow. */
function Outcome({ run: { end, began }, start, isBusy }: OutcomeProps) {
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
  const selfTest = began?.selfTest === true && { selfTest: true as const };
  const only = end.open.filter(({ canRun }) => canRun).map(({ id }) => id);
  return (
    <section aria-label="Outcome">
      <Came end={end} />
      {selfTest && <Notice kind="note">This was a self-test. It is not a certificate.</Notice>}
      <p class="row">
        <a class="button primary" href={placeOfReport(end.run)}>
          Report
        </a>
        <a href={placeOfReport(end.run, 'sign-off')}>Sign off</a>
        {only.length > 0 && (
          <button type="button" disabled={isBusy} onClick={start({ ...selfTest, only })}>
            Run the {only.length} that did not pass
          </button>
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
        {counts.map(({ verdict, count }) => (
          <span key={verdict}>
            <VerdictMark verdict={verdict} /> {count}
          </span>
        ))}
      </p>
      {warnings.map((each) => (
        <Notice key={each} kind="warn">
          <span translate={false}>{onPage(each)}</span>
        </Notice>
      ))}
    </>
  );
}
