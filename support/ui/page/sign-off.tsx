import { useState } from 'preact/hooks';
import type { SignOffDecision } from '../../report/sign-off/sign-off';
import type { NewSignOff, Review } from '../api';
import { call } from './call';
import { Headlines, placeOfReport } from './outcome';
import { LabelledField, Notice, Trouble, formReader, useAct, useAnswer } from './parts';

/** Shows a report's results, and below them a form for the reviewer's decision. */
export function SignOff({ run }: { readonly run: string }) {
  const path = `/api/reports/${encodeURIComponent(run)}/review`;
  const { answer, trouble, again } = useAnswer<Review>(path);
  const [saved, setSaved] = useState<Review>();
  const review = saved ?? answer;
  const look = (): void => {
    setSaved(undefined);
    again();
  };
  return (
    <>
      <h1>Sign off</h1>
      <p>
        <a href={placeOfReport(run)}>Back to the report</a>
      </p>
      <Trouble of={trouble} />
      {review && (
        <>
          <Looked at={review} />
          {saved && (
            <Notice kind="good">
              Saved. It stands beside the report. {saved.packIsOlder && 'Make the evidence pack again.'}
            </Notice>
          )}
          <Form key={review.standing} review={review} path={path} onSaved={setSaved} look={look} />
        </>
      )}
    </>
  );
}

function Looked({ at: { name, caveats, headlines, signOff } }: { readonly at: Review }) {
  return (
    <>
      <h2 translate={false}>{name}</h2>
      {caveats.map((each) => (
        <Notice key={each} kind="warn">
          {each}
        </Notice>
      ))}
      <Headlines of={headlines} />
      {signOff && (
        <section aria-labelledby="decided">
          <h2 id="decided">{signOff.told.sentence}</h2>
          <p>{signOff.told.basis}</p>
          {signOff.told.remarks !== undefined && <p class="told">{signOff.told.remarks}</p>}
          <ol>
            {signOff.told.conditions.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

const decisions: readonly (readonly [SignOffDecision, string])[] = [
  ['accepted', 'Accepted'],
  ['accepted-with-conditions', 'Accepted with conditions'],
  ['rejected', 'Rejected'],
];

interface FormProps {
  readonly review: Review;
  readonly path: string;
  readonly onSaved: (review: Review) => void;
  /** Loads the review again, for example after another reviewer has saved a decision. */
  readonly look: () => void;
}

/**
 * A form for the reviewer's decision. Its initial values are those of the current decision, if there is one.
 */
function Form({ review, path, onSaved, look }: FormProps) {
  const { digest, standing } = review;
  const [decision, setDecision] = useState(review.signOff?.decided?.decision);
  const { isBusy, trouble, act } = useAct();
  const save = (given: NewSignOff): void => {
    act(async () => {
      onSaved(await call.post<Review>(path, given));
    })();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const typed = formReader(event.currentTarget);
        const given = { name: typed('name'), remarks: typed('remarks'), date: typed('date') };
        const conditions = typed('conditions').split('\n').filter(isWritten);
        if (decision !== undefined) save({ ...given, digest, standing, decision, conditions });
      }}
    >
      <Fields review={review} decision={decision} choose={setDecision} />
      <Trouble of={trouble} />
      <p class="row">
        <button class="primary" disabled={isBusy}>
          Sign off
        </button>
        {trouble !== undefined && (
          <button type="button" onClick={look}>
            Look again
          </button>
        )}
      </p>
    </form>
  );
}

const isWritten = (line: string): boolean => line.trim() !== '';

interface FieldsProps extends DecisionsProps {
  readonly review: Review;
}

function Fields({ review, decision, choose }: FieldsProps) {
  const { earliest, today, takesOverruling, signOff } = review;
  const { name = '', remarks = '', conditions = [] } = signOff?.decided ?? {};
  const isOverruling = takesOverruling && decision === 'accepted';
  const hint = isOverruling ? 'Say why, because not every subject conforms.' : 'They stand in the report.';
  return (
    <>
      <LabelledField label="Your name" hint="It is stated by you: no key of yours signs it.">
        <input name="name" required maxLength={200} defaultValue={name} autocomplete="name" />
      </LabelledField>
      <Decisions decision={decision} choose={choose} />
      {decision === 'accepted-with-conditions' && (
        <LabelledField label="Conditions" hint="One per line.">
          <textarea name="conditions" required rows={4} defaultValue={conditions.join('\n')} />
        </LabelledField>
      )}
      <LabelledField label="Remarks" hint={hint}>
        <textarea name="remarks" rows={4} maxLength={4000} required={isOverruling} defaultValue={remarks} />
      </LabelledField>
      <LabelledField label="Date">
        <input name="date" type="date" required min={earliest} defaultValue={today} />
      </LabelledField>
    </>
  );
}

interface DecisionsProps {
  readonly decision: SignOffDecision | undefined;
  readonly choose: (decision: SignOffDecision) => void;
}

function Decisions({ decision, choose }: DecisionsProps) {
  return (
    <fieldset>
      <legend>Decision</legend>
      {decisions.map(([each, label]) => (
        <label key={each}>
          <input
            type="radio"
            name="decision"
            required
            checked={decision === each}
            onChange={() => {
              choose(each);
            }}
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  );
}
