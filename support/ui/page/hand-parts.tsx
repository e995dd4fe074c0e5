import type { ToCopy } from '../../run/hand/acts';
import type { Introduction } from '../../run/hand/happenings';
import type { Saying } from '../../run/hand/person';
import type { OpenTurn } from './hand-state';
import { Copyable } from './parts';
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

/** What only the person can know: a button for each choice. */
export function Question({ open: { question, deadline }, say, isBusy }: QuestionProps) {
  return (
    <>
      <p class="sentence" role="status" translate={false}>
        {question.sentence}
      </p>
      <p class="row">
        {question.choices.map((answer) => (
          <button key={answer} disabled={isBusy} translate={false} onClick={say({ say: 'answer', answer })}>
            {answer}
          </button>
        ))}
        <TimeLeft deadline={deadline} />
      </p>
    </>
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
