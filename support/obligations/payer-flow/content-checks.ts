import { joinTexts, numbered, text } from '../../exchange/text';
import type { Text } from '../../exchange/text';
import type { Cycle } from '../cycles/cycle-log';
import type { Told } from '../judge/judge';
import type { Check, Seen } from './flow';
import { show } from './payer-checks';
import { providerCauses } from './provider-causes';

/** What brought a callback about. */
const before = (cycle: Cycle, { of }: Seen): Text =>
  show(of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle);

/**
 * What is wrong with a message in plain, where jwe was agreed on. The document shows no envelope, and demands none by a
 * clause of its own: what the message is for has not been done as both sides had agreed.
 */
export function toldOfPlain(seq: number): Omit<Told, 'sent'> {
  return {
    expected: 'a body {"payload": …} with a compact JWE, as agreed on (reading envelope)',
    seen: text`${numbered(seq)}: the bundle itself, which every party on its way can read`,
    cause: providerCauses.plain,
  };
}

/** What the payer says travels in the envelope that was agreed on. */
export const sealed: Check = (cycle, seen) => {
  const plain = [cycle.query, ...cycle.answers].find((each) => each?.plain === true);
  return plain && { sent: before(cycle, seen), ...toldOfPlain(plain.seq) };
};

const opposites = ['approved', 'rejected'] as const;

export const twoDecisions =
  'two jobs answer the same trigger, or every claim of a batch goes out under one correlation id';

/** One cycle has one decision; the same may come again. */
export const decidedOnce: Check = (cycle, seen) => {
  const told = opposites.map((word) => cycle.answers.find(({ decisions }) => decisions.includes(word)));
  if (told.includes(undefined)) return undefined;
  const found = told.map((answer, index) => text`${opposites[index] ?? ''} in ${numbered(answer?.seq ?? 0)}`);
  return {
    sent: before(cycle, seen),
    expected: 'one decision; the same may be repeated',
    seen: joinTexts(found, ' and '),
    cause: twoDecisions,
  };
};

/** The codes of FHIR R4 for what a claim is for: those that do not go with each other. */
const foreignUses: Readonly<Record<string, readonly string[]>> = {
  claim: ['preauthorization', 'predetermination'],
  preauth: ['claim'],
};

/** The code of another kind of request than that of the cycle; `undefined` where what is said fits, or nothing is. */
export function foreignUse({ kind }: Cycle, uses: readonly string[] = []): string | undefined {
  const foreign = foreignUses[kind ?? ''] ?? [];
  return uses.every((use) => foreign.includes(use)) ? uses[0] : undefined;
}

/** A decision is about what was submitted, whatever its path. */
export const ofItsKind: Check = (cycle, seen) => {
  const { answer, kind } = cycle;
  const use = foreignUse(cycle, seen.of(answer?.seq)?.facts.payer?.uses);
  if (use === undefined) return undefined;
  return {
    sent: before(cycle, seen),
    expected: `a final answer about a ${kind === 'claim' ? 'claim' : 'preauthorization'}`,
    seen: text`${numbered(answer?.seq ?? 0)} on the right path, about something else: use ${use}`,
    cause: providerCauses.otherUse,
  };
};
