import { useEffect, useState } from 'preact/hooks';
import type { ObligationView } from '../../wire/inspect-report';
import { call } from '../call';
import { Copyable } from '../parts/copy';
import { ErrorNotice } from '../parts/error-notice';
import { Notice } from '../parts/notice';
import { linkTo } from '../route';
import { t } from '../strings';
import { LabelMark } from './label-mark';
import { running } from './runs-seen';
import { ShownShort } from './shown';
import { entryName } from './trail';

interface RerunProps {
  readonly view: ObligationView;
  /** Asks for the obligation again. */
  readonly again: () => void;
}

/** Runs just this again, as a partial run that stands beside the whole. */
export function Rerun({ view, again }: RerunProps) {
  const { ended } = running.value;
  useEffect(() => {
    if (ended > 0) again();
  }, [ended]);
  return (
    <section>
      <h2>{t('inspect.again')}</h2>
      {view.rerun !== undefined && <Again id={view.id} selfTest={view.rerun.selfTest} />}
      {view.besides.length > 0 && <Verdicts view={view} />}
      <p>
        {t('inspect.command')} <Copyable value={view.again} name={t('inspect.command')} />
      </p>
    </section>
  );
}

function Again({ id, selfTest }: { readonly id: string; readonly selfTest: boolean }) {
  const { isOn, ended, failed } = running.value;
  const [error, setError] = useState<unknown>();
  const [asked, setAsked] = useState<number>();
  const isOver = asked !== undefined && ended > asked;
  const run = async (): Promise<void> => {
    setError(undefined);
    setAsked(ended);
    try {
      await call.post('/api/run', { only: [id], ...(selfTest && { selfTest }) });
    } catch (problem) {
      setAsked(undefined);
      setError(problem);
    }
  };
  return (
    <>
      <div class="row-of-buttons">
        <button type="button" class="primary" disabled={isOn} onClick={() => void run()}>
          {t('inspect.runAgain')}
        </button>
        <span class="soft">{t(selfTest ? 'inspect.onMock' : 'inspect.onTarget')}</span>
        <span role="status">
          {isOn && (
            <>
              {t('inspect.running')} <a href={linkTo('run')}>{t('inspect.watch')}</a>
            </>
          )}
        </span>
      </div>
      <ErrorNotice error={error} />
      {isOver && failed !== undefined && (
        <Notice kind="bad">
          <ShownShort text={failed} />
        </Notice>
      )}
      {isOver && failed === undefined && <Notice kind="note">{t('inspect.ranAgain')}</Notice>}
    </>
  );
}

/** Of this report, and of the others that say something of it. */
function Verdicts({ view: { entry, label, run, besides, id } }: Pick<RerunProps, 'view'>) {
  const all = [{ entry, label, finishedAt: run.finishedAt }, ...besides];
  return (
    <ul class="rows verdicts">
      {all.map((each) => (
        <li key={each.entry}>
          <LabelMark label={each.label} />
          {each.entry === entry ? (
            <span>{t('inspect.thisReport', { entry: entryName(entry) })}</span>
          ) : (
            <a href={linkTo('inspect', each.entry, id)}>{entryName(each.entry)}</a>
          )}
          <span class="soft">{each.finishedAt}</span>
        </li>
      ))}
    </ul>
  );
}
