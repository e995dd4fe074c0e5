import { HandPanel } from '../hand/hand-panel';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import { refusal } from './act';
import { BeforePart } from './before-part';
import { NowPart } from './now-part';
import { OutcomePart } from './outcome-part';
import { PlanPart } from './plan-part';
import { begun, isGoing } from './state';
import { TalkPart } from './talk-part';
import { FailuresPart, ObstaclesPart } from './trouble-part';

/** Chooses, runs and watches; the rest of the address is the light that is looked at. */
export function RunView({ rest: [chosen] }: { readonly rest: readonly string[] }) {
  const isThere = begun.value !== undefined;
  return (
    <>
      <h1>{t('run.title')}</h1>
      <ErrorNotice error={refusal.value} />
      {isThere && (
        <>
          <NowPart />
          {isGoing.value && begun.value?.byHand === true && <HandPanel />}
          <OutcomePart />
          <ObstaclesPart />
          <PlanPart chosen={chosen} />
          <FailuresPart />
          <TalkPart />
        </>
      )}
      <BeforePart />
    </>
  );
}
