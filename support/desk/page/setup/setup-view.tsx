import { useEffect } from 'preact/hooks';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import { BeginView } from './begin-view';
import { DoctorView } from './doctor-view';
import { isUnsent } from './edits';
import { OpenFile } from './open-file';
import { ProblemSummary } from './problem-summary';
import { SaveBar } from './save-bar';
import { Sections } from './sections';
import { SecretsPanel } from './secrets-panel';
import { form, load, target, trouble } from './target-store';
import { typedText } from './text-edits';
import { YamlView } from './yaml-view';

/** Sets a target up: the form, the file as text, and the doctor. `rest` may name a field, as in `field/limits/timeoutMs`. */
export function SetupView({ rest }: { readonly rest: readonly string[] }) {
  useEffect(() => {
    void load();
    addEventListener('beforeunload', holdBack);
    return () => {
      removeEventListener('beforeunload', holdBack);
    };
  }, []);
  const state = target.value;
  return (
    <>
      <h1>{t('setup.title')}</h1>
      <ErrorNotice error={trouble.value} />
      {state !== undefined && (
        <p>
          {t(state.isNew ? 'setup.newFile' : 'setup.file')} <code translate={false}>{state.file}</code>
        </p>
      )}
      {state === undefined && trouble.value === undefined && <p>{t('app.loading')}</p>}
      {state?.text === undefined ? state !== undefined && <BeginView /> : <Opened rest={rest} />}
      <OpenFile />
    </>
  );
}

/** Asks before a page is left that holds what the desk does not, or a desk may be left that holds what the file does not. */
function holdBack(event: BeforeUnloadEvent): void {
  const hasText = target.value?.text !== undefined;
  const isKept =
    !hasText || (target.value?.isSaved === true && !isUnsent.value && typedText.value === undefined);
  if (!isKept) event.preventDefault();
}

function Opened({ rest }: { readonly rest: readonly string[] }) {
  const [what, ...path] = rest;
  useEffect(() => {
    // The button that led here is gone.
    if (document.activeElement === document.body) document.getElementById('content')?.focus();
  }, []);
  const isReadable = target.value?.value !== undefined;
  return (
    <div>
      <div class="setup">
        <div class="fields">
          <SecretsPanel />
          {isReadable ? (
            <Sections sections={form.value?.sections ?? []} wanted={what === 'field' ? path : []} />
          ) : (
            <p class="asked">{t('setup.noYaml')}</p>
          )}
        </div>
        <div class="beside">
          <ProblemSummary />
          <DoctorView isWanted={what === 'doctor'} />
          <YamlView />
        </div>
      </div>
      <SaveBar />
    </div>
  );
}
