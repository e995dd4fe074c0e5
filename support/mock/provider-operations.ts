import { decodeProtectedHeader } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { correlationIdIn, sendsRefusals } from '../contract/payer-content';
import type { CycleKind } from '../contract/payer-facts';
import { memberOf, parseJson } from '../contract/json';
import type { PlainMessage, ProtectedHeaders } from '../crypto/jose/jwe';
import { EnvelopeError, jsonObjectIn, openJwe } from '../crypto/jose/jwe';
import { errorReply } from './request-checks';
import type { MockRequest, MockHandler, MockState, MockReply } from './seams';
import type { PayerCycle } from './payer/cycle';
import type { Hindrance } from './payer-cycles';

/** A provider's request, decrypted if necessary. */
interface ReadMessage extends PlainMessage {
  readonly correlationId: string;
  /** SHA-256 of the raw body, in hexadecimal. */
  readonly imprint: string;
}

type Taken = (message: ReadMessage, state: MockState) => Hindrance | undefined;

/** Called for a request that cannot be read, under the reading `callback-body: typed`. */
type Refuse = (call: MockRequest, state: MockState, reason: string) => void;

/**
 * Creates the handler of a `v1/…` operation between provider and payer (clauses 4.6, 4.7). The handler
 * answers 202 if the request is readable and fits its cycle. The result follows as a callback.
 */
function taking(take: Taken, refuse?: Refuse): MockHandler {
  return async (call, state) => {
    try {
      const message = await readMessage(call, state);
      const hindrance = take(message, state);
      return hindrance === undefined ? accepted(message) : hindered(hindrance);
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      if (sendsRefusals(state.readings)) refuse?.(call, state, error.message);
      return errorReply('malformedBody', error.message);
    }
  };
}

/**
 * Reads a provider's request, either encrypted (JWE) or plain. Throws an EnvelopeError if the request cannot
 * be read or lacks a correlation id.
 */
async function readMessage(
  { headers: http, rawBody }: MockRequest,
  { keys, readings, readObject = jsonObjectIn }: MockState,
): Promise<ReadMessage> {
  const bundle = readObject(rawBody);
  const { payload } = bundle as { payload?: unknown };
  const message =
    typeof payload === 'string'
      ? await openJwe(payload, keys.payer.privateKey, readObject)
      : { headers: http, bundle };
  const correlationId = correlationIdIn({ http, ...message }, readings);
  if (correlationId === undefined) throw new EnvelopeError('the correlation id is missing');
  const imprint = createHash('sha256').update(rawBody).digest('hex');
  return { ...message, correlationId, imprint };
}

function accepted({ headers, correlationId }: ReadMessage): MockReply {
  const body = {
    timestamp: new Date().toISOString(),
    api_call_id: headers['x-hcx-api_call_id'] ?? '',
    correlation_id: correlationId,
  };
  return { status: 202, body };
}

/**
 * Returns the error reply for a request that does not fit its cycle. The contract does not define this error.
 */
export function hindered(hindrance: Hindrance): MockReply {
  return hindrance === 'unknown' ? errorReply('unknownCycle') : errorReply('otherCycle', hindrance);
}

type OpenedKind = Exclude<CycleKind, 'payment'>;

/**
 * Returns a function that refuses an unreadable request in the clear, in addition to its error reply. It does nothing
 * if the correlation id cannot be read without a key, or belongs to an earlier cycle.
 */
function refusing(kind: OpenedKind): Refuse {
  return ({ headers: http, rawBody }, { cycles, readings }, reason) => {
    const headers = protectedHeadersIn(rawBody) ?? http;
    const correlationId = correlationIdIn({ http, headers, bundle: undefined }, readings);
    if (correlationId === undefined || cycles.cycle(correlationId) !== undefined) return;
    cycles.refuse({ correlationId, kind, ...partiesIn(headers) }, reason);
  };
}

/** Returns the protected headers of the JWE in a body, which are readable without a key; `undefined` for any other body. */
function protectedHeadersIn(body: Buffer): ProtectedHeaders | undefined {
  const payload = memberOf(parseJson(body.toString('utf8')), 'payload');
  if (typeof payload !== 'string') return undefined;
  try {
    const named = Object.entries(decodeProtectedHeader(payload)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
    );
    return Object.fromEntries(named);
  } catch {
    return undefined;
  }
}

function partiesIn(headers: ProtectedHeaders): Pick<PayerCycle, 'provider' | 'payer' | 'workflowId'> {
  return {
    provider: headers['x-hcx-sender_code'] ?? '',
    payer: headers['x-hcx-recipient_code'] ?? '',
    workflowId: headers['x-hcx-workflow_id'] ?? randomUUID(),
  };
}

function opening(kind: OpenedKind): MockHandler {
  return taking(({ headers, correlationId, imprint }, { cycles }) => {
    const known = cycles.cycle(correlationId);
    // A client that missed the answer repeats the identical request, which must not open a new cycle.
    if (known?.imprint === imprint) return undefined;
    // A new request may reuse the id of a finished cycle: later callbacks can only belong to the new cycle.
    if (known !== undefined && known.state !== 'over') return 'open';
    cycles.open({ correlationId, imprint, kind, ...partiesIn(headers) });
    return undefined;
  }, refusing(kind));
}

export const requestPlan = opening('plan');
export const checkEligibility = opening('eligibility');
export const submitPreauth = opening('preauth');
export const submitClaim = opening('claim');

/**
 * Handles POST v1/communication/on_request, in which the provider sends the documents that the payer
 * requested.
 */
export const takeReply = taking(({ correlationId }, { cycles }) => cycles.advance(correlationId, 'reply'));

/**
 * Handles the provider's acknowledgment of a payment notice. The contract does not show this operation; its
 * path is the reading `payment-ack`.
 */
export const takeAcknowledgment = taking(({ correlationId }, { cycles }) =>
  cycles.acknowledge(correlationId),
);
