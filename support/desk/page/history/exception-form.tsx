import { useState } from 'preact/hooks';
import type { ExceptionsAnswer } from '../../wire/history';
import { Labelled } from '../parts/labelled';
import { t } from '../strings';

type Fields = Pick<ExceptionsAnswer['exceptions'][number], 'approver' | 'expires' | 'id' | 'reason'>;

interface FormProps {
  readonly answer: ExceptionsAnswer;
  /** Absent: a new one. */
  readonly before: Fields | undefined;
  /** The obligation of a new one, where it is known. */
  readonly wanted: string;
  readonly isBusy: boolean;
  readonly save: (fields: Fields) => void;
  readonly cancel: () => void;
}

const empty: Fields = { id: '', reason: '', approver: '', expires: '' };

/** What an approved exception says; what is wrong with it, the server tells. */
export function ExceptionForm({ answer, before, wanted, isBusy, save, cancel }: FormProps) {
  const { id, reason, approver, expires } = before ?? { ...empty, id: wanted };
  const [fields, setFields] = useState<Fields>({ id, reason, approver, expires });
  const keep = (name: keyof Fields) => (event: { currentTarget: { value: string } }) => {
    setFields({ ...fields, [name]: event.currentTarget.value });
  };
  return (
    <form
      class="stacked"
      aria-label={t(before === undefined ? 'history.exceptions.add' : 'history.exceptions.edit')}
      onSubmit={(event) => {
        event.preventDefault();
        save(fields);
      }}
    >
      <Labelled label={t('history.exceptions.id')}>
        <select required value={fields.id} onChange={keep('id')}>
          <option value="">{t('history.exceptions.choose')}</option>
          <Obligations all={answer.obligations} />
        </select>
      </Labelled>
      <Labelled label={t('history.exceptions.reason')} hint={t('history.exceptions.reasonHint')}>
        <textarea required rows={3} value={fields.reason} onInput={keep('reason')} />
      </Labelled>
      <Labelled label={t('history.exceptions.approver')} hint={t('history.exceptions.approverHint')}>
        <input required value={fields.approver} onInput={keep('approver')} />
      </Labelled>
      <Labelled label={t('history.exceptions.expires')} hint={t('history.exceptions.expiresHint')}>
        <input type="date" required min={answer.today} value={fields.expires} onInput={keep('expires')} />
      </Labelled>
      <div class="row-of-buttons">
        <button type="submit" class="primary" disabled={isBusy}>
          {t('history.exceptions.save')}
        </button>
        <button type="button" onClick={cancel}>
          {t('history.exceptions.cancel')}
        </button>
      </div>
    </form>
  );
}

/** Those that failed come first. */
function Obligations({ all }: { readonly all: ExceptionsAnswer['obligations'] }) {
  return (
    <>
      <Choices label={t('history.exceptions.failed')} of={all.filter(({ hasFailed }) => hasFailed)} />
      <Choices label={t('history.exceptions.others')} of={all.filter(({ hasFailed }) => !hasFailed)} />
    </>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly of: ExceptionsAnswer['obligations'];
}

function Choices({ label, of }: ChoicesProps) {
  if (of.length === 0) return null;
  return (
    <optgroup label={label}>
      {of.map(({ id, title }) => (
        <option key={id} value={id} translate={false}>
          {id} {title}
        </option>
      ))}
    </optgroup>
  );
}
