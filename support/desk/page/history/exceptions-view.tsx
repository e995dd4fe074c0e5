import { useState } from 'preact/hooks';
import type { WaiverChange } from '../../../targets/edit-waivers';
import type { ExceptionsAnswer } from '../../wire/history';
import { call } from '../call';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { t } from '../strings';
import { ExceptionForm } from './exception-form';
import { useAction } from './use-action';

type Exception = ExceptionsAnswer['exceptions'][number];

/** Known failures, each with who accepts it and its expiry date, in the file beside the target; `wanted`: one to be added. */
export function ExceptionsView({ wanted }: { readonly wanted: string }) {
  const { answer: first, error, again } = useAnswer<ExceptionsAnswer>('/api/history/exceptions');
  const [changed, setChanged] = useState<ExceptionsAnswer>();
  const action = useAction();
  if (error !== undefined) return <ErrorNotice error={error} />;
  const answer = changed ?? first;
  if (answer === undefined) return <p role="status">{t('app.loading')}</p>;
  const send: Send = (change, done) => {
    action.run(async () => {
      setChanged(
        await call.post<ExceptionsAnswer>('/api/history/exceptions', { seen: answer.digest, change }),
      );
      done();
    });
  };
  return (
    <>
      <p>{t('history.exceptions.what')}</p>
      <p class="soft">
        {t('history.exceptions.file')} <code translate={false}>{answer.file}</code>{' '}
        <button
          type="button"
          onClick={() => {
            setChanged(undefined);
            again();
          }}
        >
          {t('history.exceptions.load')}
        </button>
      </p>
      <p class="soft">{t('history.exceptions.applies')}</p>
      <ErrorNotice error={action.error} />
      <Exceptions wanted={wanted} answer={answer} isBusy={action.isBusy} send={send} />
    </>
  );
}

type Send = (change: WaiverChange, done: () => void) => void;

interface ListProps {
  /** The obligation to begin with; empty: none. */
  readonly wanted: string;
  readonly answer: ExceptionsAnswer;
  readonly isBusy: boolean;
  readonly send: Send;
}

/** One form is open at a time. */
function Exceptions({ wanted, answer, isBusy, send }: ListProps) {
  const isThere = answer.exceptions.some(({ id }) => id === wanted);
  const [open, setOpen] = useState(isThere ? wanted : wanted === '' ? undefined : 'new');
  const close = (): void => {
    setOpen(undefined);
  };
  const form = (before?: Exception) => (
    <ExceptionForm
      answer={answer}
      before={before}
      wanted={wanted}
      isBusy={isBusy}
      save={(waiver) => {
        send(before === undefined ? { act: 'add', waiver } : { act: 'change', id: before.id, waiver }, close);
      }}
      cancel={close}
    />
  );
  return (
    <>
      {answer.exceptions.length === 0 && <p>{t('history.exceptions.none')}</p>}
      <ul class="plain exceptions">
        {answer.exceptions.map((each) => (
          <li key={each.id}>
            <Told each={each} />
            {open === each.id ? form(each) : <Acts id={each.id} isBusy={isBusy} send={send} edit={setOpen} />}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        form()
      ) : (
        <button
          type="button"
          class="primary"
          onClick={() => {
            setOpen('new');
          }}
        >
          {t('history.exceptions.add')}
        </button>
      )}
    </>
  );
}

function Told({ each: { id, reason, approver, expires, isExpired } }: { readonly each: Exception }) {
  return (
    <>
      <strong translate={false}>{id}</strong> <span translate={false}>{reason}</span>
      <div class="soft">
        {t('history.exceptions.until', { date: expires })} <span translate={false}>{approver}</span>
      </div>
      {isExpired && <div class="outcome-text does-not-conform">{t('history.exceptions.expired')}</div>}
    </>
  );
}

interface ActsProps {
  readonly id: string;
  readonly isBusy: boolean;
  readonly send: Send;
  readonly edit: (id: string) => void;
}

/** A second press removes: the first one asks. */
function Acts({ id, isBusy, send, edit }: ActsProps) {
  const [isAsked, setAsked] = useState(false);
  const forget = (): void => {
    setAsked(false);
  };
  return (
    <div class="row-of-buttons">
      <button
        type="button"
        aria-label={t('history.exceptions.editThis', { id })}
        onClick={() => {
          edit(id);
        }}
      >
        {t('history.exceptions.edit')}
      </button>
      <button
        type="button"
        disabled={isBusy}
        aria-label={t(isAsked ? 'history.exceptions.reallyThis' : 'history.exceptions.removeThis', { id })}
        onBlur={forget}
        onClick={() => {
          if (isAsked) send({ act: 'remove', id }, forget);
          else setAsked(true);
        }}
      >
        {t(isAsked ? 'history.exceptions.really' : 'history.exceptions.remove')}
      </button>
    </div>
  );
}
