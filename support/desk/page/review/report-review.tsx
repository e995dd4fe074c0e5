import { useState } from 'preact/hooks';
import { toldDecision } from '../../../report/model/sign-off';
import type { ToldSignOff } from '../../../report/model/sign-off';
import type { ReviewAnswer, ReviewRequest } from '../../wire/review';
import { call } from '../call';
import { Moment } from '../history/moment';
import { PackButton } from '../history/pack-button';
import { useAction } from '../history/use-action';
import { ErrorNotice } from '../parts/error-notice';
import { Notice } from '../parts/notice';
import { useAnswer } from '../parts/use-answer';
import { t } from '../strings';
import type { Draft } from './sign-off-form';
import { SignOffForm } from './sign-off-form';

/** One report, its verdicts, and the decision on it. */
export function ReportReview({ entry }: { readonly entry: string }) {
  const path = `/api/review/${encodeURIComponent(entry)}`;
  const { answer: first, error } = useAnswer<ReviewAnswer>(path);
  const [saved, setSaved] = useState<ReviewAnswer>();
  const [draft, setDraft] = useState<Draft>();
  const action = useAction();
  if (error !== undefined) return <ErrorNotice error={error} />;
  const answer = saved ?? first;
  if (answer === undefined) return <p role="status">{t('app.loading')}</p>;
  const save = (given: Draft): void => {
    action.run(async () => {
      const { digest, standing } = answer;
      const request: ReviewRequest = { ...decidedBy(given), digest, standing };
      setSaved(await call.post<ReviewAnswer>(path, request));
      setDraft(undefined);
    });
  };
  return (
    <>
      <About answer={answer} />
      <Outcomes answer={answer} />
      {saved !== undefined && <Notice kind="good">{t('review.saved')}</Notice>}
      {answer.isPackOlder && <Notice kind="warn">{t('review.packOlder')}</Notice>}
      <Acts answer={answer} />
      <h2>{t(answer.signOff === undefined ? 'review.decide' : 'review.decideAgain')}</h2>
      <p>{t('review.what')}</p>
      <ErrorNotice error={action.error} />
      <SignOffForm
        key={saved?.told?.sentence ?? ''}
        answer={answer}
        isBusy={action.isBusy}
        change={setDraft}
        save={save}
      />
      <Coming draft={draft} answer={answer} />
    </>
  );
}

function Outcomes({ answer }: { readonly answer: ReviewAnswer }) {
  return (
    <div class="outcomes">
      {answer.headlines.map(({ verdict, sentence, basis }) => (
        <section key={sentence} class={`outcome ${verdict}`} aria-label={t('review.verdict')}>
          <p class="headline" translate={false}>
            {sentence}
          </p>
          <p translate={false}>{basis}</p>
        </section>
      ))}
      {answer.told !== undefined && <Decision told={answer.told} label={t('review.decision')} />}
    </div>
  );
}

/** What the form holds, as the report will show it. */
function Coming({ draft, answer }: { readonly draft: Draft | undefined; readonly answer: ReviewAnswer }) {
  if (draft === undefined) return null;
  return (
    <div class="outcomes">
      <Decision
        told={toldDecision(shortened(decidedBy(draft)), answer.takesOverruling)}
        label={t('review.coming')}
      />
    </div>
  );
}

function decidedBy({ conditions, ...draft }: Draft) {
  const lines = draft.decision === 'accepted-with-conditions' ? conditions.split('\n') : [];
  return { ...draft, conditions: lines.map((line) => line.trim()).filter((line) => line !== '') };
}

/** As it would be shown: what is empty is left out. */
function shortened({ remarks, ...decided }: ReturnType<typeof decidedBy>) {
  return { ...decided, ...(remarks.trim() !== '' && { remarks: remarks.trim() }) };
}

function About({ answer: { name, finishedAt, runId, caveats } }: { readonly answer: ReviewAnswer }) {
  return (
    <>
      <p>
        <strong translate={false}>{name}</strong>, <Moment instant={finishedAt} />,{' '}
        <code translate={false}>{runId}</code>
      </p>
      {caveats.map((caveat) => (
        <Notice key={caveat} kind="warn">
          <span translate={false}>{caveat}</span>
        </Notice>
      ))}
    </>
  );
}

function Acts({ answer: { key, hasReport } }: { readonly answer: ReviewAnswer }) {
  return (
    <div class="row-of-buttons">
      {hasReport && (
        <a class="button" href={`/report/${key}`} target="_blank" rel="noopener">
          {t('review.open')}
        </a>
      )}
      <PackButton entry={key} label={t('history.pack')} />
    </div>
  );
}

/** As the report shows it. */
function Decision({ told, label }: { readonly told: ToldSignOff; readonly label: string }) {
  return (
    <section class={`outcome decision ${told.kind}`} aria-label={label}>
      <p class="soft">{label}</p>
      <p class="headline" translate={false}>
        {told.sentence}
      </p>
      <p translate={false}>{told.basis}</p>
      {told.remarks !== undefined && (
        <p class="said" translate={false}>
          {told.remarks}
        </p>
      )}
      {told.conditions.length > 0 && (
        <ol translate={false}>
          {told.conditions.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
