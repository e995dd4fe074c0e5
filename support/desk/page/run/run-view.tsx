import { useEffect } from 'preact/hooks';
import type { RunPreview } from '../../wire/run';
import { HandPanel } from '../hand/hand-panel';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { t } from '../strings';
import { refusal } from './act';
import { BeforePart, toBeforePart } from './before-part';
import { DoctorLink } from './doctor-link';
import { NowPart } from './now-part';
import { OutcomePart } from './outcome-part';
import { PlanPart } from './plan-part';
import { begun, end, isGoing } from './state';
import { TalkPart } from './talk-part';
import { FailuresPart, ObstaclesPart } from './trouble-part';

/** Chooses, runs and watches; the rest of the address is the light that is looked at. */
export function RunView({ rest: [chosen] }: { readonly rest: readonly string[] }) {
  const { answer: preview, error, again } = useAnswer<RunPreview>('/api/run/preview');
  useEffect(again, [begun.value, end.value]);
  const isThere = begun.value !== undefined;
  // What was run is another than what is open: who comes now comes to start.
  const isPast = !isGoing.value && preview?.since !== undefined;
  const before = !isGoing.value && <BeforePart key="before" preview={preview} error={error} />;
  return (
    <>
      <h1>{t('run.title')}</h1>
      <ErrorNotice error={refusal.value} />
      {refusal.value !== undefined && <DoctorLink />}
      {isPast && before}
      {isThere && (
        <>
          {!isGoing.value && !isPast && <ToStart />}
          <NowPart />
          {isGoing.value && begun.value?.byHand === true && <HandPanel />}
          <OutcomePart preview={preview} />
          <ObstaclesPart />
          <PlanPart chosen={chosen} />
          <FailuresPart />
          <TalkPart />
        </>
      )}
      {!isPast && before}
    </>
  );
}

/** What starts the next run stands below all that is shown of this one. */
function ToStart() {
  return (
    <p>
      <button type="button" onClick={toBeforePart}>
        {t('run.before.toStart')}
      </button>
    </p>
  );
}
