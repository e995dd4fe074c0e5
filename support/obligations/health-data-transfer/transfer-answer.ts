import type { Text } from '../../exchange/text';
import { text } from '../../exchange/text';
import type { TransferFact } from '../../contract/transfer-facts';
import { withoutItem } from '../../contract/transfer-variants';
import type { AdapterAnswer } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { Asked } from '../../exchange/exchange';
import type { AdapterFact } from '../../exchange/facts';

/** An answer to `transfer.*`, with what the suite had asked for. */
export interface TransferAnswer extends AdapterAnswer {
  readonly asked: Asked;
  /** What was asked; in a challenge without the item that asks it. */
  readonly variant: string;
  readonly outcome: AdapterFact['outcome'];
  readonly fact: TransferFact;
}

/** An answer that is about a transfer; `undefined` for any other. */
export function transferIn(answer: AdapterAnswer): TransferAnswer | undefined {
  const { asked, facts } = answer;
  const { adapter, transfer } = facts;
  if (asked === undefined || adapter === undefined || transfer === undefined) return undefined;
  return { ...answer, asked, variant: withoutItem(asked.variant), outcome: adapter.outcome, fact: transfer };
}

/** Whether a transfer came about as it should: what it shows is no accident. */
export function isGood({ outcome, fact }: TransferAnswer): boolean {
  return outcome === 'result' && (fact.content?.opens === 'whole' || fact.bundle === 'same');
}

/** Whether a transfer was carried out, rightly or with one mistake that is known: what else it shows is no accident. */
export function isEarnest(answer: TransferAnswer): boolean {
  const { content, bundleIn = [] } = answer.fact;
  // What travels in clear was made with no key at all.
  const sealed = content?.opens === 'mistaken' && content.mistake?.id !== 'not-encrypted';
  return isGood(answer) || answer.fact.bundleMeant === true || (sealed && bundleIn.length === 0);
}

/** Why the outcome is unknown; `undefined` where there is an answer. */
export function whyUnanswered(answer: TransferAnswer): Text | undefined {
  return answer.failure && text`${nameEvidence(answer)}: ${answer.failure.message}`;
}

/** `transfer.encrypt for an HIU with an x25519 key, an empty bundle`. */
export function showTransfer({ method, asked, fact: { form } }: TransferAnswer): string {
  const variant = asked.variant === '' ? '' : `, ${asked.variant}`;
  const other: Readonly<Record<string, string>> = {
    'transfer.encrypt': ` for an HIU with a key in the form ${form}`,
    'transfer.decrypt': ` of what an HIP with a key in the form ${form} sent`,
  };
  return `${method}${other[method] ?? ''}${variant}`;
}

const shownLength = 160;

/** What came back, as it was recorded. */
export function showOutcome({ body, outcome }: TransferAnswer): string {
  const text = body?.text ?? '';
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `${outcome === 'result' ? 'a result' : outcome} ${shown}`.trim();
}
