import type { SeenByHand, WhyNot } from '../../run/hand/happenings';
import { call } from './call';
import type { HandState, OpenTurn } from './hand-state';
import type { Say } from './hand-parts';
import { Introduced, Question, TimeLeft, Values } from './hand-parts';
import { Labelled, Notice, Trouble, typedIn, useAct } from './parts';
import { useHeldFocus } from './run-parts';

/** What a person is to do in a run by hand, and what is over; nothing where nothing is done by hand. */
export function HandView({ hand }: { readonly hand: HandState }) {
  const { introduction, journey, open, instead, done } = hand;
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

/** What to do, what to copy, and what would count. */
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

/** The services refused it: it is held until the person says what to make of it. */
function Refusal({ refused, say }: { readonly refused: SeenByHand; readonly say: Say }) {
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

function WhyNotCounted({ seen: { whyNot, failure } }: { readonly seen: SeenByHand }) {
  if (whyNot === undefined) return null;
  const reason = whyNot.kind === 'refused' ? whyNot.reason : failure;
  return (
    <>
      {wordsOf(whyNot)}
      {reason !== undefined && <span class="hint" translate={false}>{` ${reason}`}</span>}
    </>
  );
}

function wordsOf(whyNot: WhyNot): string {
  switch (whyNot.kind) {
    case 'unasked':
      return 'Nothing was asked for at that time. It is judged all the same.';
    case 'another-operation':
      return `This is another request than ${whyNot.wanted}. It is judged all the same.`;
    case 'another-matter':
      return `It is about something else: ${whyNot.arrived}. Asked for: ${whyNot.wanted}.`;
    case 'refused':
      return `The services refused it with ${whyNot.status}.`;
    case 'broke-off':
      return 'The request broke off before it was answered.';
  }
}

/** What arrived and is not what is waited for, newest first. */
function Instead({ instead }: { readonly instead: readonly SeenByHand[] }) {
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

/** Leaves it out; only with a reason, which the report will hold. */
function Skip({ say }: { readonly say: Say }) {
  return (
    <details>
      <summary>Your system cannot do this?</summary>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          say({ say: 'skip', reason: typedIn(event.currentTarget)('reason').trim() })();
        }}
      >
        <Labelled label="Why it is left out; the report will say so">
          <input name="reason" required pattern=".*\S.*" maxLength={500} />
        </Labelled>
        <button>Skip it</button>
      </form>
    </details>
  );
}
