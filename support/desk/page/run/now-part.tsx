import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings';
import { isAsking, isStartedHere, pauseRun, resumeRun, stopRun } from './act';
import { seconds, spanOf, useSeconds } from './clock';
import { begun, current, done, end, isGoing, plan, standing, waits } from './state';

/** What happens just now, how far it has come, and what holds or stops it. */
export function NowPart() {
  useSeconds(isGoing.value);
  const heading = useFocusOnStart();
  const { at = 0, selfTest = false, target = '' } = begun.value ?? {};
  const until = end.value?.at ?? seconds.value;
  return (
    <section aria-labelledby="run-now" class="run-now">
      <h2 id="run-now" ref={heading} tabIndex={-1}>
        {t('run.now.title')}
      </h2>
      {selfTest ? (
        <p class="soft">{t('run.now.selfTest')}</p>
      ) : (
        <p class="soft">
          {t('run.now.about')} <b translate={false}>{target}</b>
        </p>
      )}
      <Sentence />
      <Waited />
      <p class="run-far">
        <Far /> <span>{t('run.now.elapsed', { time: spanOf(until - at) })}</span>
      </p>
      <Controls />
    </section>
  );
}

/** What started the run is gone by now: who works by keyboard goes on at its beginning. */
function useFocusOnStart() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isAwaited = isStartedHere.value;
  useEffect(() => {
    if (!isAwaited) return;
    isStartedHere.value = false;
    heading.current?.focus();
  }, [isAwaited]);
  return heading;
}

/** How seldom what is read aloud may change, in milliseconds. */
const calmMs = 1000;

/** The sentence, as it was at most a second ago: nothing that is read aloud changes sooner. */
function Sentence() {
  const text = sentence();
  const [told, setTold] = useState({ text, at: 0 });
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setTold({ text, at: Date.now() });
      },
      Math.max(0, told.at + calmMs - Date.now()),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <p role="status" class="run-sentence">
      {told.text}
    </p>
  );
}

function sentence(): string {
  const stands = standing.value;
  if (stands !== 'running') return t(`run.now.${stands}`);
  const scenario = current.value;
  // The bar has the count: this text changes seldom, and a count in it would disagree.
  if (scenario !== undefined) return t('run.now.scenario', { name: scenario.name });
  const count = plan.value?.scenarios ?? 0;
  return count > 0 && done.value === count ? t('run.now.judging') : t('run.now.between');
}

/** What is waited for; it is not read aloud, as its seconds change. */
function Waited() {
  const { what, since = 0, hint } = waits.value;
  if (what === undefined || !isGoing.value) return null;
  const count = Math.max(1, Math.round((seconds.value - since) / 1000));
  return (
    <p class="run-waited">
      <span translate={false}>{t('run.now.waiting', { what, count })}</span>
      {hint !== undefined && (
        <span class="hint" translate={false}>
          {hint}
        </span>
      )}
    </p>
  );
}

function Far() {
  const count = plan.value?.scenarios;
  if (count === undefined) return null;
  const label = t('run.now.progress', { number: done.value, count });
  return (
    <>
      <progress value={done.value} max={Math.max(1, count)} aria-label={label} /> <span>{label}</span>
    </>
  );
}

function Controls() {
  const stands = standing.value;
  if (!isGoing.value) return null;
  const isHeld = stands === 'paused' || stands === 'pausing';
  return (
    <div class="row-of-buttons">
      <button
        type="button"
        disabled={isAsking.value || stands === 'stopping'}
        onClick={() => void (isHeld ? resumeRun() : pauseRun())}
      >
        {t(isHeld ? 'run.now.resume' : 'run.now.pause')}
      </button>
      <button type="button" disabled={isAsking.value || stands === 'stopping'} onClick={() => void stopRun()}>
        {t('run.now.stop')}
      </button>
    </div>
  );
}
