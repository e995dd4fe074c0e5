import { useState } from 'preact/hooks';
import type { Decision } from '../../../report/sign-off/sign-off';
import type { ReviewAnswer } from '../../wire/review';
import { Labelled } from '../parts/labelled';
import { t } from '../strings';

/** What stands in the form; conditions one a line. */
export interface Draft {
  readonly name: string;
  readonly decision: Decision;
  readonly remarks: string;
  readonly conditions: string;
  readonly date: string;
}

interface FormProps {
  readonly answer: ReviewAnswer;
  readonly isBusy: boolean;
  readonly change: (draft: Draft) => void;
  readonly save: (draft: Draft) => void;
}

const decisions = ['accepted', 'accepted-with-conditions', 'rejected'] as const;

type Unfinished = Omit<Draft, 'decision'> & { readonly decision?: Decision | undefined };

/** What was decided before stands in it, to be changed. */
export function SignOffForm({ answer, isBusy, change, save }: FormProps) {
  const { signOff, today } = answer;
  const { name = '', decision, remarks = '', conditions = [] } = signOff ?? {};
  const [fields, setFields] = useState<Unfinished>({
    ...{ name, decision, remarks, date: today },
    conditions: conditions.join('\n'),
  });
  const set = (next: Unfinished): void => {
    setFields(next);
    if (next.decision !== undefined) change({ ...next, decision: next.decision });
  };
  return (
    <form
      class="stacked"
      aria-label={t('review.decide')}
      onSubmit={(event) => {
        event.preventDefault();
        if (fields.decision !== undefined) save({ ...fields, decision: fields.decision });
      }}
    >
      <Fields fields={fields} set={set} answer={answer} />
      <div class="row-of-buttons">
        <button type="submit" class="primary" disabled={isBusy}>
          {t(isBusy ? 'review.saving' : 'review.save')}
        </button>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly fields: Unfinished;
  readonly set: (fields: Unfinished) => void;
  readonly answer: ReviewAnswer;
}

function Fields({ fields, set, answer: { earliest, takesOverruling } }: FieldsProps) {
  const { name, decision, remarks, conditions, date } = fields;
  const isOverruling = takesOverruling && decision === 'accepted';
  const keep = (member: keyof Draft) => (event: Typed) => {
    set({ ...fields, [member]: event.currentTarget.value });
  };
  return (
    <>
      <Labelled label={t('review.name')} hint={t('review.nameHint')}>
        <input required maxLength={200} value={name} onInput={keep('name')} autocomplete="name" />
      </Labelled>
      <Decisions
        chosen={decision}
        choose={(value) => {
          set({ ...fields, decision: value });
        }}
      />
      {decision === 'accepted-with-conditions' && (
        <Labelled label={t('review.conditions')} hint={t('review.conditionsHint')}>
          <textarea required rows={4} value={conditions} onInput={keep('conditions')} />
        </Labelled>
      )}
      <Labelled
        label={t('review.remarks')}
        hint={t(isOverruling ? 'review.overruling' : 'review.remarksHint')}
      >
        <textarea
          rows={4}
          maxLength={4000}
          required={isOverruling}
          value={remarks}
          onInput={keep('remarks')}
        />
      </Labelled>
      <Labelled label={t('review.date')}>
        <input type="date" required min={earliest} value={date} onInput={keep('date')} />
      </Labelled>
    </>
  );
}

interface Typed {
  readonly currentTarget: { readonly value: string };
}

interface DecisionsProps {
  readonly chosen: Decision | undefined;
  readonly choose: (decision: Decision) => void;
}

function Decisions({ chosen, choose }: DecisionsProps) {
  return (
    <fieldset>
      <legend>{t('review.decision')}</legend>
      {decisions.map((each) => (
        <label key={each} class="choice">
          <input
            type="radio"
            name="decision"
            required
            checked={chosen === each}
            onChange={() => {
              choose(each);
            }}
          />{' '}
          {t(`review.as.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}
