import { useId, useState } from 'preact/hooks';
import type { Asking } from '../../../run/hand/questions';
import { ErrorNotice } from '../parts/error-notice';
import { t } from '../strings';
import type { OpenTurn } from './hand-state';
import { useSaying } from './say';
import { SkipForm } from './skip-form';
import { TimeLeft } from './time-left';

type Open = Extract<OpenTurn, { kind: 'question' }>;

/** What only the person can know, as a small form. */
export function QuestionCard({ open: { question, deadline, problem, id } }: { readonly open: Open }) {
  const [answers, setAnswers] = useState(() => initial(question.asking));
  const { say, error, isBusy } = useSaying(id);
  const submit = (event: Event): void => {
    event.preventDefault();
    void say('answer', { answers });
  };
  return (
    <>
      <p class="sentence" role="status" translate={false}>
        {question.sentence}
      </p>
      <form class="question" onSubmit={submit}>
        {question.asking.map((asking) => (
          <Field
            key={asking.name}
            asking={asking}
            value={answers[asking.name] ?? ''}
            problem={problem?.name === asking.name ? problem.message : undefined}
            onChange={(value) => {
              setAnswers((before) => ({ ...before, [asking.name]: value }));
            }}
          />
        ))}
        <div class="row-of-buttons">
          <button type="submit" class="primary" disabled={isBusy}>
            {t('hand.answer')}
          </button>
          <TimeLeft deadline={deadline} />
        </div>
      </form>
      <ErrorNotice error={error} />
      <SkipForm onSkip={(reason) => void say('skip', { reason })} />
    </>
  );
}

const initial = (asking: readonly Asking[]): Readonly<Record<string, string>> =>
  Object.fromEntries(asking.map(({ name, before, choices }) => [name, before ?? choices?.[0] ?? '']));

interface FieldProps {
  readonly asking: Asking;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function Field({ asking: { label, kind, choices = [] }, value, problem, onChange }: FieldProps) {
  const id = useId();
  const common = {
    id,
    value,
    required: true,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      onChange(currentTarget.value);
    },
  } as const;
  return (
    <div class="field">
      <label for={id} translate={false}>
        {label}
      </label>
      {kind === 'choice' && (
        <select {...common} translate={false}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
      {kind === 'pem' && <textarea {...common} rows={6} spellcheck={false} />}
      {kind === 'count' && <input {...common} type="number" min={0} step={1} />}
      {kind === 'url' && <input {...common} inputMode="url" autocomplete="off" spellcheck={false} />}
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`} role="alert" translate={false}>
          {problem}
        </p>
      )}
    </div>
  );
}
