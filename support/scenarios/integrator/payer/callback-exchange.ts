import type { KeyObject } from 'node:crypto';
import type { PayerFact } from '../../../contract/payer-facts';
import type { ReadingValues } from '../../../contract/readings';
import type { PublishedKey } from '../../../crypto/jose/jws';
import { verifyCallbackToken } from '../../../crypto/jose/jws';
import { factOfOwnMessage, inspectPayerMessage } from '../../../crypto/node/payer-message';
import type { TransportFailure } from '../../../exchange/exchange';
import { callbackOperation } from '../../../exchange/operation-map';
import type { RawExchange } from '../../../exchange/raw-exchange';
import { wholeBodyOf } from '../../../exchange/raw-exchange';
import type { FactFinder } from '../../../exchange/recorder';
import type { CallbackAttempt } from '../../../mock/payer/callbacks';
import type { Run } from '../../../run/run';
import type { ActiveProcess } from '../active-process';
import { scenarioAndProcess } from '../active-process';

/** Finds the facts of an integrator's messages to the payer, with the keys of the payer that the suite plays. */
export function payerFinder(readings: ReadingValues, keys: () => readonly KeyObject[]): FactFinder {
  return (raw) => {
    const { service, sender, request } = raw;
    const body = wholeBodyOf(request);
    if (service !== 'provider' || sender !== 'integrator' || body === undefined) return {};
    return { payer: inspectPayerMessage({ headers: request.headers, body }, readings, keys()) };
  };
}

/** The client's active process, and the keys that the gateway publishes. */
interface Playing {
  readonly acting: ActiveProcess;
  readonly published: readonly PublishedKey[];
}

/** Returns a callback that the suite sent as the payer, with its answer or failure, for the recorder. */
export async function callbackOf(attempt: CallbackAttempt, run: Run, doing: Playing): Promise<RawExchange> {
  const { url, headers, body, sentAt, answeredAt, answer, asked, plain } = attempt;
  const { readings } = run.target;
  const operation = callbackOperation(url);
  const payer = plain ? factOfOwnMessage(headers, plain, readings) : factOfRefusal(attempt, readings);
  const callbackToken = await verifyCallbackToken(headers, readings, doing.published);
  const ending = answer === undefined ? { failure: failureOf(attempt) } : { response: answer };
  return {
    sender: 'suite',
    subject: 'integrator',
    arrivedAt: sentAt,
    answeredAt,
    service: 'provider',
    ...scenarioAndProcess(run.evidence, doing.acting, { asked, operation }),
    ...(asked !== undefined && { asked }),
    ...(operation !== undefined && { operation }),
    request: { method: 'POST', url, headers, body: Buffer.from(body) },
    ...ending,
    ...(await doing.acting.life?.endInCallback({ arrivedAt: sentAt, ...ending })),
    facts: { ...(payer && { payer }), callbackToken },
  };
}

/** Returns the facts about a refusal in the clear; `undefined` for any other callback, such as an error report. */
function factOfRefusal({ headers, body }: CallbackAttempt, readings: ReadingValues): PayerFact | undefined {
  const fact = inspectPayerMessage({ headers, body: Buffer.from(body) }, readings, []);
  return fact.refusal === true ? fact : undefined;
}

function failureOf({ error = 'ECONNRESET' }: CallbackAttempt): TransportFailure {
  if (error === 'ERR_TOO_LARGE')
    return { kind: 'too-large', code: error, message: 'the answer to the callback has no end' };
  if (error === 'TimeoutError')
    return { kind: 'timeout', code: error, message: 'the callback got no answer in time' };
  const refused = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'].includes(error);
  return refused
    ? { kind: 'unreachable', code: error, message: 'nothing listens at the callback address' }
    : { kind: 'reset', code: error, message: 'the connection broke before the callback was answered' };
}
