import type { CopyableValue } from '../../run/hand/acts';
import type { ConnectionDetails, RequestByHand, NotCountedReason } from '../../run/hand/happenings';
import { remarkOnRequest } from '../../run/hand/happenings';
import type { PersonInput } from '../../run/hand/person';
import { call } from './call';
import type { HandState, OpenTurn } from './hand-state';
import { Copyable, LabelledField, Notice, Trouble, formReader, useAct } from './parts';
import { useHeldFocus, useSeconds } from './run-parts';

/**
 * Shows the open act or question, and the finished ones. Renders nothing if no person operates the client in
 * this run.
 */
export function HandView({ hand }: { readonly hand: HandState }) {
  const { introduction, journey, open, misnamed, instead, done } = hand;
  const isHeld = open?.kind === 'act' && open.refused !== undefined;
  const heading = useHeldFocus(`${open?.id ?? 0} ${isHeld}`);
  if (introduction === undefined) return null;
  const titles = {
    act: 'What to do now',
    question: 'A question for you',
    none: 'Nothing to do by hand just now',
  };
  return (
    <section class="hand" aria-labelledby="hand-next">
      <Introduced introduction={introduction} isOpen={!done.some(({ kind }) => kind === 'act')} />
      <h2 id="hand-next" ref={heading} tabIndex={-1}>
        {titles[open?.kind ?? 'none']}
      </h2>
      {journey?.restart === true && open?.kind === 'act' && open.act.number === 1 && (
        <Notice kind="note">
          First restart your client, so that it has neither session nor certificates.
        </Notice>
      )}
      {misnamed && (
        <Notice kind="warn">
          <code translate={false}>{misnamed.name}</code> was answered, but {remarkOnRequest(misnamed)}. The
          services of the suite went on, so that you see the rest.
        </Notice>
      )}
      {open && <Turn key={open.id} open={open} />}
      <Instead instead={instead} />
      {done.length > 0 && (
        <details>
          <summary>Done so far: {done.length}</summary>
          <ol reversed translate={false}>
            {done.map(({ id, sentence, how, message }) => (
              <li key={id}>
                {sentence} <b>{how}</b> <span class="soft">{message}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function Turn({ open }: { readonly open: OpenTurn }) {
  const { isBusy, trouble, act } = useAct();
  const say: Say = (saying) => act(() => call.post('/api/hand', { id: open.id, saying }));
  return (
    <>
      {open.kind === 'act' ? (
        <Act open={open} say={say} />
      ) : (
        <Question open={open} say={say} isBusy={isBusy} />
      )}
      <Trouble of={trouble} />
      <Skip say={say} />
    </>
  );
}

function Act({ open, say }: { readonly open: Extract<OpenTurn, { kind: 'act' }>; readonly say: Say }) {
  const { act, deadline, refused } = open;
  const { method, url } = act.address;
  return (
    <>
      <p class="soft">
        <span translate={false}>{act.journey}</span>, {act.number} of {act.of}
      </p>
      <p class="sentence" role="status" translate={false}>
        {act.sentence}
      </p>
      <Values rows={[{ label: method, value: url }, ...act.values]} />
      {refused === undefined ? (
        <p class="waits">
          Waiting for an accepted {method} {new URL(url).pathname}. <TimeLeft deadline={deadline} />
        </p>
      ) : (
        <Refusal refused={refused} say={say} />
      )}
    </>
  );
}

/**
 * Asks the person whether a request that was refused or broke off counts, or whether to wait for another try.
 */
function Refusal({ refused, say }: { readonly refused: RequestByHand; readonly say: Say }) {
  const { whyNot } = refused;
  const isPlayed = whyNot?.kind === 'refused' && whyNot.played === true;
  return (
    <Notice kind="warn">
      <WhyNotCounted seen={refused} />
      <span class="hint">
        {isPlayed
          ? 'The suite injects a fault into the services just now. See what your system does by itself; then try again, or let the refusal count.'
          : 'Try again, or let the refusal count as the end of this act. Either way what was sent is judged.'}
      </span>
      <span class="row">
        <button type="button" onClick={say({ say: 'retry' })}>
          Wait for another try
        </button>
        <button type="button" onClick={say({ say: 'accept' })}>
          Let it count
        </button>
      </span>
    </Notice>
  );
}

function WhyNotCounted({ seen }: { readonly seen: RequestByHand }) {
  const { whyNot, failure } = seen;
  if (whyNot === undefined) return null;
  const reason = whyNot.kind === 'refused' ? whyNot.reason : failure;
  return (
    <>
      {wordsOf(whyNot)} {seen.role === undefined ? judgedOf(whyNot) : `It is ${remarkOnRequest(seen)}.`}
      {reason !== undefined && <span class="hint" translate={false}>{` ${reason}`}</span>}
    </>
  );
}

/**
 * Returns a note that the suite judges a request even though it did not ask for it. Callers must check that
 * the target file lists the request's role.
 */
const judgedOf = ({ kind }: NotCountedReason): string =>
  kind === 'unasked' || kind === 'another-operation' ? 'It is judged all the same.' : '';

function wordsOf(whyNot: NotCountedReason): string {
  switch (whyNot.kind) {
    case 'unasked':
      return 'Nothing was asked for at that time.';
    case 'another-operation':
      return `This is another request than ${whyNot.wanted}.`;
    case 'another-matter':
      return `It is about something else: ${whyNot.arrived}. Asked for: ${whyNot.wanted}.`;
    case 'refused':
      return `The services refused it with ${whyNot.status}.`;
    case 'broke-off':
      return 'The request broke off before it was answered.';
  }
}

function Instead({ instead }: { readonly instead: readonly RequestByHand[] }) {
  if (instead.length === 0) return null;
  return (
    <section class="instead" aria-labelledby="hand-instead">
      <h3 id="hand-instead">Arrived, but not what is waited for</h3>
      <ul aria-live="polite">
        {instead.map((seen) => (
          <li key={seen.seq}>
            <code translate={false}>
              {seen.name} {seen.status}
            </code>{' '}
            <WhyNotCounted seen={seen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A form that skips the act or question. It requires a reason, which appears in the report. */
function Skip({ say }: { readonly say: Say }) {
  return (
    <details>
      <summary>Your system cannot do this?</summary>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          say({ say: 'skip', reason: formReader(event.currentTarget)('reason').trim() })();
        }}
      >
        <LabelledField label="Why it is left out; the report will say so">
          <input name="reason" required pattern=".*\S.*" maxLength={500} />
        </LabelledField>
        <button>Skip it</button>
      </form>
    </details>
  );
}

/** Returns an event handler that sends the person's reply to the open act or question. */
type Say = (saying: PersonInput) => () => void;

function Values({ rows }: { readonly rows: readonly CopyableValue[] }) {
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

/** A countdown that screen readers do not read out every second. */
function TimeLeft({ deadline }: { readonly deadline: number }) {
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

function Question({ open: { question, deadline }, say, isBusy }: QuestionProps) {
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

function Introduced({
  introduction,
  isOpen,
}: {
  readonly introduction: ConnectionDetails;
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

function rowsOf(about: ConnectionDetails): CopyableValue[] {
  const { services, credentials, participants, callbackCertificates, envelope } = about;
  const ofPayer: Record<string, string> = {
    'Dummy payer': services.dummyPayer,
    'Payer flows': services.provider,
    'You are': participants.provider,
    'The payer is': participants.payer,
    'Keys that sign callbacks': callbackCertificates,
    ...(envelope === 'jwe' && {
      'Public key of the payer': about.payerEncryptionKey,
      'Certificate of the payer': about.payerEncryptionCertificate,
    }),
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
