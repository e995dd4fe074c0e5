import { withoutItem } from '../../contract/transfer-variants';
import type { AdapterAnswer, Evidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { Home } from '../../obligations/judge/home';
import { isEarnest, transferIn } from '../../obligations/health-data-transfer/transfer-answer';
import { isRefused } from '../../obligations/health-data-transfer/refusal-causes';
import { isAccepted } from '../../exchange/exchange';

export function adapterAnswers(evidence: readonly Evidence[]): readonly AdapterAnswer[] {
  return evidence.filter((each) => each.kind === 'adapter answer');
}

/** The answers to what the suite spoilt by one mistake that homes name. Throws for a mistake that none of them names. */
export function answersTo(
  mistake: string,
  homes: readonly Home[],
  answers: readonly AdapterAnswer[],
): readonly AdapterAnswer[] {
  const variants = homes.flatMap(({ wrong = {} }) =>
    Object.keys(wrong).filter((variant) => wrong[variant] === mistake),
  );
  if (variants.length === 0) throw new Error(`No home of this scenario lists: ${mistake}`);
  return answers.filter(({ asked }) => variants.includes(withoutItem(asked?.variant ?? '')));
}

/** Whether an answer gave what should have been refused; a call that came to no end gave nothing. */
export function gaveWay(answer: AdapterAnswer): boolean {
  const { adapter } = answer.facts;
  if (adapter === undefined || answer.failure !== undefined) return false;
  const transfer = transferIn(answer);
  if (transfer === undefined) return adapter.outcome === 'result';
  return adapter.outcome !== 'not-offered' && !isRefused(transfer);
}

/** Whether something valid beside what was spoilt was carried out: a transfer, or the encryption of a value that fits. */
export function isTwinDone(spoilt: readonly AdapterAnswer[], answers: readonly AdapterAnswer[]): boolean {
  if (spoilt.some(({ method }) => method === 'field.encrypt'))
    return answers.some((answer) => answer.method === 'field.encrypt' && gaveWay(answer));
  return answers.some((answer) => {
    const transfer = transferIn(answer);
    return transfer?.asked.part === 'valid' && isEarnest(transfer);
  });
}

/** Whether a service accepted a valid request of the round in which it got the spoilt one. */
export const isTwinAccepted = (exchanges: readonly Exchange[], { asked: spoilt }: Exchange): boolean =>
  exchanges.some(
    (each) => each.asked?.part === 'valid' && each.asked.round === spoilt?.round && isAccepted(each),
  );
