import { EnvironmentError } from '../../../contract/outcome';
import type { Exchange } from '../../../exchange/exchange';
import type { PlannedAct } from '../../../run/hand/acts';
import type { SeenByHand, WhyNot } from '../../../run/hand/happenings';
import { goesOnByResume, skippedFor } from '../../../run/hand/person';
import type { HandOutcome } from '../../../run/manual-progress';
import type { ByHand } from './by-hand';
import type { Instruction } from './instructions';
import { PersonTurn } from './turn';

/** How an act ended; with what was accepted, where that was. */
export type ActEnding = HandOutcome & { readonly accepted?: Exchange };

/** Resolves as soon as what was asked for was accepted, refused for good, or skipped; rejects at the limit. */
export async function waitForAct(
  byHand: ByHand,
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
    byHand.want({ id: act.id, instruction }, ({ whyNot }: SeenByHand, exchange: Exchange) => {
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
function refusalIn(whyNot: WhyNot): string | undefined {
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
      `limits.callMs allows more time; ${goesOnByResume}`,
  );
}
