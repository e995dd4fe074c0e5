import type { ToCopy } from '../../run/hand/acts';
import type { Introduction } from '../../run/hand/happenings';
import type { Saying } from '../../run/hand/person';
import type { Asking } from '../../run/hand/questions';
import type { OpenTurn } from './hand-state';
import { Copyable, Labelled, Notice, typedIn } from './parts';
import { useSeconds } from './run-parts';

/** Says something of what stands open. */
export type Say = (saying: Saying) => () => void;

/** Values to copy, each with its name. */
export function Values({ rows }: { readonly rows: readonly ToCopy[] }) {
  return (
    <dl class="values">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt translate={false}>{label}</dt>
          <dd>{value === '' ? 'empty' : <Copyable value={value} name={label} />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** It counts down, and is not read out each second. */
export function TimeLeft({ deadline }: { readonly deadline: number }) {
  const seconds = Math.max(0, Math.round((deadline - useSeconds(true)) / 1000));
  return (
    <span role="timer" aria-live="off">
      {Math.floor(seconds / 60)} min {seconds % 60} s left
    </span>
  );
}

interface QuestionProps {
  readonly open: Extract<OpenTurn, { kind: 'question' }>;
  readonly say: Say;
  readonly isBusy: boolean;
}

/** What only the person can know, as a small form. */
export function Question({ open: { question, deadline, problem }, say, isBusy }: QuestionProps) {
  return (
    <>
      <p class="sentence" role="status" translate={false}>
        {question.sentence}
      </p>
      <form
        class="question"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = typedIn(event.currentTarget);
          const answers = question.asking.map(({ name }) => [name, typed(name)] as const);
          say({ say: 'answer', answers: Object.fromEntries(answers) })();
        }}
      >
        {question.asking.map((asking) => (
          <Labelled key={asking.name} label={asking.label}>
            <Field asking={asking} isWrong={problem?.name === asking.name} />
          </Labelled>
        ))}
        {problem !== undefined && <Notice kind="bad">{problem.message}</Notice>}
        <p class="row">
          <button class="primary" disabled={isBusy}>
            Answer
          </button>
          <TimeLeft deadline={deadline} />
        </p>
      </form>
    </>
  );
}

interface FieldProps {
  readonly asking: Asking;
  readonly isWrong: boolean;
}

/** `Labelled` gives it its id. */
function Field({ asking: { name, before, kind, choices = [] }, isWrong, ...given }: FieldProps) {
  const common = {
    ...{ ...given, name, 'aria-invalid': isWrong, defaultValue: before ?? '' },
    ...{ required: true, spellcheck: false, autocomplete: 'off' },
  };
  if (kind === 'pem') return <textarea {...common} rows={6} />;
  if (kind === 'count') return <input {...common} type="number" min={0} step={1} />;
  if (kind === 'url') return <input {...common} inputMode="url" />;
  return (
    <select {...given} name={name} aria-invalid={isWrong} translate={false}>
      {choices.map((choice) => (
        <option key={choice} selected={choice === before}>
          {choice}
        </option>
      ))}
    </select>
  );
}

/** Where the services are, and with what they are used. */
export function Introduced({
  introduction,
  isOpen,
}: {
  readonly introduction: Introduction;
  readonly isOpen: boolean;
}) {
  const { leftOut, goesOnAfter } = introduction;
  return (
    <details class="introduction" open={isOpen}>
      <summary>Addresses and credentials for your system</summary>
      <p>They are for this run only. Put them into the settings of your system before you begin.</p>
      {goesOnAfter !== undefined && (
        <p>This run goes on from the last one. Acts done then: {goesOnAfter}. All values here are new.</p>
      )}
      <Values rows={rowsOf(introduction)} />
      {leftOut.map((each) => (
        <p key={each}>
          Not by hand: <span translate={false}>{each}</span>
        </p>
      ))}
    </details>
  );
}

function rowsOf(about: Introduction): ToCopy[] {
  const { services, credentials, participants, payerEncryptionKey, callbackCertificates, envelope } = about;
  const ofPayer: Record<string, string> = {
    'Dummy payer': services.dummyPayer,
    'Payer flows': services.provider,
    'You are': participants.provider,
    'The payer is': participants.payer,
    'Keys that sign callbacks': callbackCertificates,
    ...(envelope === 'jwe' && { 'Public key of the payer': payerEncryptionKey }),
  };
  const rows: Record<string, string> = {
    Gateway: services.gateway,
    'Identity service': services.identity,
    Registry: services.registry,
    ...(about.paysFlows && ofPayer),
    'Client id': credentials.clientId,
    'Client secret': credentials.clientSecret,
    'X-CM-ID': about.cmId,
    'One-time password': about.otp,
    'Its transaction': about.txnId,
    ...(about.ca !== undefined && { 'Certificate authority to trust': about.ca }),
  };
  return Object.entries(rows).map(([label, value]) => ({ label, value }));
}
