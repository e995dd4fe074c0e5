import { removeItemFromVariant } from '../../contract/transfer';
import type { AdapterAnswer, Evidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, jsonBody } from '../../exchange/exchange';
import { isObject, memberOf } from '../../contract/json';
import type { ReadingValues } from '../../contract/readings';
import type { RejectionKind } from '../../exchange/facts';

export function adapterAnswers(evidence: readonly Evidence[]): readonly AdapterAnswer[] {
  return evidence.filter((each) => each.kind === 'adapter answer');
}

/** The answers to what the suite spoilt in one way. */
export function answersTo(variant: string, answers: readonly AdapterAnswer[]): readonly AdapterAnswer[] {
  return answers.filter(({ asked }) => removeItemFromVariant(asked?.variant ?? '') === variant);
}

/** Whether an answer gave what should have been refused; a call that came to no end gave nothing. */
export function gaveWay({ method, failure, facts: { adapter, transfer } }: AdapterAnswer): boolean {
  if (adapter === undefined || failure !== undefined) return false;
  if (transfer === undefined) return adapter.outcome === 'result';
  const isGivenOut = method !== 'transfer.encrypt' && (transfer.bundleIn ?? []).length > 0;
  return adapter.outcome !== 'not-offered' && (adapter.outcome !== 'refused' || isGivenOut);
}

/**
 * Whether something valid beside what was spoilt was carried out: a transfer, or the encryption of a value that fits.
 */
export function isTwinDone(spoilt: readonly AdapterAnswer[], answers: readonly AdapterAnswer[]): boolean {
  if (spoilt.some(({ method }) => method === 'field.encrypt'))
    return answers.some((answer) => answer.method === 'field.encrypt' && gaveWay(answer));
  return answers.some((answer) => answer.asked?.part === 'valid' && isCarriedOut(answer));
}

/** Rightly, or with a mistake that is known: what was sent in clear was made with no key at all. */
function isCarriedOut({ facts: { adapter, transfer } }: AdapterAnswer): boolean {
  const { content, bundle, bundleMeant, bundleIn = [] } = transfer ?? {};
  const isWhole = adapter?.outcome === 'result' && (content?.opens === 'whole' || bundle === 'same');
  const isSealed = content?.opens === 'mistaken' && content.mistake?.id !== 'not-encrypted';
  return isWhole || bundleMeant === true || (isSealed && bundleIn.length === 0);
}

/** Whether an answer refuses for an encrypted value, in the form that is agreed on (reading `encryption-rejection`). */
export function rejectsEncryptedValue(
  exchange: Exchange,
  readings: ReadingValues,
  words: readonly RejectionKind[] = ['decryption', 'invalid value'],
): boolean {
  const { response, facts } = exchange;
  const { status, shape } = readings['encryption-rejection'];
  if (response === undefined || isAccepted(exchange) || facts.rejects === undefined) return false;
  // Where no status is agreed, a 401 is about the token.
  const hasStatus = status === undefined ? response.status !== 401 : response.status === status;
  const hasShape = shape === 'any' || isObject(memberOf(jsonBody(response), 'error'));
  return hasStatus && hasShape && words.includes(facts.rejects);
}

/** The message of an error, in any of the shapes that are met. */
export function messageOf({ response }: Exchange): unknown {
  const body = jsonBody(response);
  const [first] = Array.isArray(body) ? (body as readonly unknown[]) : [];
  return memberOf(memberOf(body, 'error') ?? first ?? body, 'message');
}

/** Whether a service accepted a valid request of the round in which it got the spoilt one. */
export const isTwinAccepted = (exchanges: readonly Exchange[], { asked: spoilt }: Exchange): boolean =>
  exchanges.some(
    (each) => each.asked?.part === 'valid' && each.asked.round === spoilt?.round && isAccepted(each),
  );
