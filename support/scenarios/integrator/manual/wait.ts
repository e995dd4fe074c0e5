import type { CycleState, MethodParams } from '../../../adapter/protocol';
import { EnvironmentError } from '../../../contract/outcome';
import type { Exchange } from '../../../exchange/exchange';
import type { PlannedAct } from '../../../run/hand/acts';
import type { RequestByHand, NotCountedReason } from '../../../run/hand/happenings';
import { resumeHint, skippedFor } from '../../../run/hand/person';
import type { HandOutcome } from '../../../run/manual-progress';
import type { ManualSession } from './manual-session';
import type { Instruction } from './instructions';
import { PersonTurn } from './turn';

/** How an act ended; with what was accepted, where that was. */
export type ActEnding = HandOutcome & { readonly accepted?: Exchange };

/** Resolves as soon as what was asked for was accepted, refused for good, or skipped; rejects at the limit. */
export async function waitForAct(
  byHand: ManualSession,
  act: PlannedAct,
  instruction: Instruction,
): Promise<ActEnding> {
  const { person, limitMs } = byHand.bounds;
  let refused: ActEnding | undefined;
  let secondTry: NodeJS.Timeout | undefined;
  const turn: PersonTurn<ActEnding> = new PersonTurn<ActEnding>(
    byHand.bounds,
    (saying) => {
      if (saying.say === 'skip') turn.end({ kind: 'refused', message: skippedFor(saying.reason) });
      if (refused === undefined) return;
      if (saying.say === 'accept') turn.end(refused);
      if (saying.say !== 'retry') return;
      refused = undefined;
      person.tell({ what: 'waiting', id: act.id, deadline: turn.begin() });
    },
    () => refused ?? tooLate(act, limitMs),
  );
  turn.finally(() => {
    clearTimeout(secondTry);
  });
  turn.finally(
    byHand.want({ id: act.id, instruction }, ({ whyNot }: RequestByHand, exchange: Exchange) => {
      if (whyNot === undefined) {
        turn.end({ kind: 'result', accepted: exchange });
        return;
      }
      const message = refusalIn(whyNot);
      if (message === undefined) return;
      clearTimeout(secondTry);
      refused = { kind: 'refused', message };
      if (person.secondTryMs !== undefined)
        secondTry = setTimeout(() => {
          if (refused !== undefined) turn.end(refused);
        }, person.secondTryMs);
    }),
  );
  const deadline = turn.begin();
  if (!turn.isOver) person.tell({ what: 'asked', act, deadline });
  return turn.ended;
}

/** What the refusal of a request of the right operation says; `undefined` where it was none. */
function refusalIn(whyNot: NotCountedReason): string | undefined {
  if (whyNot.kind === 'broke-off') return whyNot.message;
  return whyNot.kind === 'refused' ? `answered ${whyNot.status}` : undefined;
}

function tooLate(
  { label, journey }: Pick<PlannedAct, 'label' | 'journey'>,
  limitMs: number,
): EnvironmentError {
  return new EnvironmentError(
    `nothing that was accepted arrived for ${label} of "${journey}" within ${limitMs} ms: ` +
      'is your system set to the addresses shown, was the request another than the one asked for? ' +
      `limits.callMs allows more time; ${resumeHint}`,
  );
}

type State = HandOutcome & { readonly value?: { readonly state: CycleState } };

const choices: readonly CycleState[] = ['pending', 'queried', 'approved', 'rejected', 'answered'];

/** Asks how their system shows a cycle. Without an answer in time the question is skipped. */
export async function askState(
  byHand: ManualSession,
  { correlationId }: MethodParams<'cycle.get'>,
): Promise<State> {
  const { person } = byHand.bounds;
  const id = byHand.next();
  const sentence =
    `How does your system show the cycle ${correlationId} now? ` +
    'pending: no answer yet; queried: the payer has asked for documents; answered: a plan or eligibility came.';
  const skip = (reason: string): State => ({ kind: 'refused', message: skippedFor(reason) });
  const turn: PersonTurn<State> = new PersonTurn<State>(
    byHand.bounds,
    (saying) => {
      if (saying.say === 'skip') turn.end(skip(saying.reason));
      if (saying.say === 'answer') turn.end({ kind: 'result', value: { state: saying.answer } });
    },
    () => skip('no answer in time'),
  );
  const deadline = turn.begin();
  if (!turn.isOver) person.tell({ what: 'questioned', question: { id, sentence, choices }, deadline });
  const state = await turn.ended.catch((error: unknown) => {
    person.tell({ what: 'done', id, how: 'stopped' });
    throw error;
  });
  const { kind, message } = state;
  const how = kind === 'result' ? 'accepted' : 'skipped';
  person.tell({ what: 'done', id, how, ...(message !== undefined && { message }) });
  return state;
}
