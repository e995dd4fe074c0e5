import type { RunPreview, RunTarget } from '../../wire/run';
import { ErrorNotice } from '../parts/error-notice';
import { Notice } from '../parts/notice';
import { linkTo } from '../route';
import { t } from '../strings';
import { isAsking, startRun } from './act';
import { chosenOptions, isNarrowed, OptionsPart } from './options-part';
import { begun, end } from './state';

const headingId = 'run-before';

/** Goes to what starts the next run. */
export function toBeforePart(): void {
  const heading = document.getElementById(headingId);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

interface BeforeProps {
  readonly preview: RunPreview | undefined;
  readonly error: unknown;
}

/** What would be run, and what starts it. */
export function BeforePart({ preview, error }: BeforeProps) {
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        {t(end.value === undefined ? 'run.before.title' : 'run.before.another')}
      </h2>
      <ErrorNotice error={error} />
      {preview !== undefined && <Preview preview={preview} />}
    </section>
  );
}

function Preview({ preview }: { readonly preview: RunPreview }) {
  const { target, problem } = preview;
  if (target !== undefined)
    return (
      <>
        <About target={target} />
        <Start preview={preview} />
        <OptionsPart target={target} />
      </>
    );
  return (
    <>
      {problem === undefined ? (
        <p>{t('run.before.none')}</p>
      ) : (
        <Notice kind="warn">
          <span translate={false}>{problem.message}</span>
          {problem.hint !== undefined && (
            <span class="hint" translate={false}>
              {problem.hint}
            </span>
          )}
        </Notice>
      )}
      <p class="row-of-buttons">
        <TryButton isFirst={problem === undefined} />
        <a class={problem === undefined ? 'button' : 'button primary'} href={linkTo('setup')}>
          {t(problem === undefined ? 'run.before.setup' : 'run.before.fix')}
        </a>
      </p>
      <OptionsPart />
    </>
  );
}

function TryButton({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <button
      type="button"
      class={isFirst ? 'primary' : ''}
      disabled={isAsking.value}
      onClick={() => void startRun({ ...chosenOptions(), selfTest: true })}
    >
      {t('run.before.try')}
    </button>
  );
}

function Start({ preview: { canResume: isOpen, open, target } }: { readonly preview: RunPreview }) {
  // The outcome of a run by hand has the same button.
  const canResume = isOpen && begun.value?.byHand !== true;
  const start = (more: object) => () => void startRun({ ...chosenOptions(), ...more });
  const wait = isAsking.value;
  return (
    <p class="row-of-buttons">
      {canResume && (
        <button type="button" class="primary" disabled={wait} onClick={start({ resume: true })}>
          {t('run.end.resume')}
        </button>
      )}
      <button type="button" class={canResume ? '' : 'primary'} disabled={wait} onClick={start({})}>
        {t(canResume ? 'run.before.startOver' : isNarrowed() ? 'run.before.startPart' : 'run.before.start')}
      </button>
      {open !== undefined && end.value === undefined && (
        <button type="button" disabled={wait} onClick={() => void startRun({ failedOnly: true })}>
          {t('run.end.again', { count: open })}
        </button>
      )}
      {!isBuiltIn(target) && <TryButton isFirst={false} />}
    </p>
  );
}

/** Whether a target is the built-in mock itself: to start it is to try the desk on it. */
const isBuiltIn = (target: RunTarget | undefined): boolean =>
  target !== undefined &&
  Object.keys(target.services).length === 0 &&
  (target.client === undefined || target.client === 'own');

function About({ target }: { readonly target: RunTarget }) {
  const { name, environment, subjects, roles, services, client } = target;
  const addresses = Object.entries(services);
  return (
    <dl class="run-about">
      <dt>{t('run.before.target')}</dt>
      <dd translate={false}>{name}</dd>
      <dt>{t('run.before.environment')}</dt>
      <dd translate={false}>{environment}</dd>
      <dt>{t('run.before.subjects')}</dt>
      <dd>{subjects.map((subject) => t(`run.before.${subject}`)).join(', ')}</dd>
      <dt>{t('run.before.services')}</dt>
      <dd>
        {addresses.length === 0
          ? t('run.before.mock')
          : addresses.map(([service, address]) => (
              <div key={service} translate={false}>
                {service} <code>{address}</code>
              </div>
            ))}
      </dd>
      <dt>{t('run.before.client')}</dt>
      <dd>{t(`run.before.clients.${client ?? 'none'}`)}</dd>
      {client !== undefined && (
        <>
          <dt>{t('run.before.roles')}</dt>
          <dd translate={false}>{roles.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}
