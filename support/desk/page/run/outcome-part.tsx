import type { RunFinished, RunPreview } from '../../wire/run';
import { momentOf } from '../history/instant';
import { Notice } from '../parts/notice';
import { VerdictMark } from '../parts/verdict';
import { linkTo } from '../route';
import { t } from '../strings';
import { isAsking, startRun } from './act';
import { DoctorLink } from './doctor-link';
import { onPage } from './page-words';
import { begun, end, isGoing } from './state';

/** What the run has come to, and what may follow. */
export function OutcomePart({ preview }: { readonly preview: RunPreview | undefined }) {
  const ended = end.value;
  if (ended === undefined || isGoing.value) return null;
  return (
    <section aria-labelledby="run-outcome">
      <h2 id="run-outcome">{t('run.end.title')}</h2>
      <p class="soft">{t('run.end.at', { time: momentOf(new Date(ended.at).toISOString()) })}</p>
      {preview?.since !== undefined && <Notice kind="warn">{t(`run.end.since.${preview.since}`)}</Notice>}
      {ended.type === 'run.finished' ? (
        <Finished ended={ended} canResume={preview?.canResume === true} />
      ) : (
        <>
          <Notice kind="bad">
            {t(ended.fault ? 'run.end.fault' : 'run.end.failed')}
            <pre translate={false}>{ended.message}</pre>
            {ended.hint !== undefined && (
              <span class="hint" translate={false}>
                {ended.hint}
              </span>
            )}
          </Notice>
          {!ended.fault && <DoctorLink />}
        </>
      )}
    </section>
  );
}

interface FinishedProps {
  readonly ended: RunFinished;
  /** Whether a run by hand can go on from what it has come to. */
  readonly canResume: boolean;
}

function Finished({ ended, canResume }: FinishedProps) {
  const { headlines, selfTest, stopped, counts, faults, warnings } = ended;
  return (
    <>
      {faults.length > 0 && (
        <Notice kind="bad">
          {t('run.end.fault')}
          {faults.map((each) => (
            <pre key={each} translate={false}>
              {each}
            </pre>
          ))}
        </Notice>
      )}
      {headlines.map(({ subject, verdict, sentence, basis }) => (
        <div key={subject} class={`run-headline ${verdict}`} translate={false}>
          <p class="headline-verdict">{sentence}</p>
          <p>{basis}</p>
        </div>
      ))}
      {selfTest && <Notice kind="note">{t('run.end.selfTest')}</Notice>}
      {stopped && <Notice kind="warn">{t('run.end.stopped')}</Notice>}
      <p id="run-counts">{t('run.end.counts', { count: Object.keys(ended.verdicts).length })}</p>
      <ul class="counts" aria-labelledby="run-counts">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ verdict, count }) => (
            <li key={verdict}>
              <VerdictMark verdict={verdict} /> {count.toLocaleString()}
            </li>
          ))}
      </ul>
      <Warnings warnings={warnings} />
      <Onward ended={ended} canResume={canResume} />
    </>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <>
      <h3>{t('run.end.warnings')}</h3>
      <ul>
        {warnings.map((each) => (
          <li key={each} translate={false}>
            {onPage(each)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Onward({ ended, canResume }: FinishedProps) {
  const { entry, again: count, selfTest } = ended;
  return (
    <p class="row-of-buttons">
      <a class="button primary" href={`/report/${entry}`} target="_blank" rel="noopener">
        {t('run.end.report')}
      </a>
      {canResume && begun.value?.byHand === true && (
        <button type="button" disabled={isAsking.value} onClick={() => void startRun({ resume: true })}>
          {t('run.end.resume')}
        </button>
      )}
      {count > 0 && (
        <button
          type="button"
          disabled={isAsking.value}
          onClick={() => void startRun({ failedOnly: true, selfTest })}
        >
          {t('run.end.again', { count })}
        </button>
      )}
      {!selfTest && (
        <a class="button" href={linkTo('review')}>
          {t('run.end.review')}
        </a>
      )}
      <a class="button" href={linkTo('history')}>
        {t('run.end.history')}
      </a>
    </p>
  );
}
