import { ErrorNotice } from '../parts/error-notice';
import { linkTo } from '../route';
import { t } from '../strings';
import { doctorTrouble, isExamined, isExamining, lines } from './doctor-store';
import { isUnsent } from './edits';
import { toFix } from './fold-lines';
import { Questions } from './questions';
import { examineNow, question, saveError, saveNow, stopNow } from './saving';
import { missing, problems, target, written } from './target-store';
import { typedText } from './text-edits';

/** Saves, has the target looked at, and says how it stands. */
export function SaveBar() {
  const state = target.value;
  if (state === undefined) return null;
  return (
    <div class="save-bar">
      <div class="row-of-buttons">
        <button type="button" class="primary" onClick={() => void saveNow()}>
          {t('setup.save')}
        </button>
        <DoctorButton />
        <button
          type="button"
          disabled={state.isSaved || state.isNew}
          onClick={() => {
            question.value = 'discard';
          }}
        >
          {t('setup.discard')}
        </button>
        <Standing />
        <DoctorSaid />
      </div>
      <ErrorNotice error={saveError.value} />
      <Questions />
      <Next />
    </div>
  );
}

/** Asks the doctor, or stops it: one button, so that the focus stays where it is. */
function DoctorButton() {
  return (
    <button type="button" onClick={() => void (isExamining.value ? stopNow() : examineNow())}>
      {t(isExamining.value ? 'setup.stopDoctor' : 'setup.examine')}
    </button>
  );
}

/** Where the page is narrow, what the doctor found is far from its button. */
function DoctorSaid() {
  if (!isExamined.value || doctorTrouble.value !== undefined) return null;
  const count = toFix(lines.value);
  return (
    <span class="doctor-said">
      <span class={count === 0 ? 'given' : 'asked'}>{t('setup.toFix', { count })}</span>{' '}
      <a
        href={linkTo('setup', 'doctor')}
        onClick={(event) => {
          event.preventDefault();
          const heading = document.getElementById('doctor');
          heading?.focus();
          heading?.scrollIntoView({ block: 'start' });
        }}
      >
        {t('setup.toLines')}
      </a>
    </span>
  );
}

function Standing() {
  const isSaved = target.value?.isSaved === true && !isUnsent.value && typedText.value === undefined;
  return (
    <span role="status" class={isSaved ? 'given' : 'asked'}>
      {t(isSaved ? 'setup.isSaved' : 'setup.isNotSaved')}
    </span>
  );
}

/** What to do once nothing is missing any more. */
function Next() {
  if (target.value?.isSaved !== true) return null;
  const isReady = problems.value.length === 0 && missing.value.length === 0;
  return (
    <p class="next">
      {written.value.length > 1 && (
        <>
          {t('setup.wrote')} <span translate={false}>{written.value.join(', ')}</span>.{' '}
        </>
      )}
      {isReady ? (
        <>
          {t('setup.ready')} <a href={linkTo('run')}>{t('setup.toRun')}</a>
        </>
      ) : (
        t(problems.value.length > 0 ? 'setup.mistakesFirst' : 'setup.valuesFirst')
      )}
    </p>
  );
}
