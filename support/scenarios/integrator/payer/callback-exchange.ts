import type { KeyObject } from 'node:crypto';
import { operations } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';
import { verifyJws } from '../../../crypto/jose/jws';
import type { JwsVerdict, PublishedKey } from '../../../crypto/jose/jws';
import { inspectPayerMessage } from '../../../crypto/node/payer-message';
import { readAddress } from '../../../exchange/address';
import type { Facts } from '../../../exchange/facts';
import type { Failure } from '../../../exchange/exchange';
import type { FactFinder, RawExchange } from '../../../exchange/recorder';
import type { CallbackAttempt } from '../../../mock/payer-cycles';
import type { Run } from '../../../run/run';
import type { Doing } from '../asked-now';

/** Reads what an integrator sends to the payer, with the keys of the payer that the suite plays. */
export function payerFinder(readings: ReadingValues, keys: () => readonly KeyObject[]): FactFinder {
  return ({ service, sender, request: { headers, body } }) => {
    if (service !== 'provider' || sender !== 'integrator' || body === undefined) return {};
    return { payer: inspectPayerMessage({ headers, body }, readings, keys()) };
  };
}

/** Who is at work, and the keys that the gateway publishes. */
type Playing = Doing & { readonly published: readonly PublishedKey[] };

/** A callback that the suite sent as the payer, with what became of it. */
export async function callbackOf(attempt: CallbackAttempt, run: Run, doing: Playing): Promise<RawExchange> {
  const { url, headers, body, sentAt, answeredAt, answer, asked } = attempt;
  const operation = callbackOperation(url);
  const callbackToken = await tokenVerdict(headers, run.target.readings, doing.published);
  return {
    sender: 'suite',
    subject: 'integrator',
    arrivedAt: sentAt,
    answeredAt,
    service: 'provider',
    ...(run.scenario !== undefined && { scenario: run.scenario }),
    ...(doing.asked !== undefined && { call: { number: doing.asked.number, method: doing.asked.method } }),
    ...(doing.clientInstance !== undefined && { clientInstance: doing.clientInstance }),
    ...(asked !== undefined && { asked }),
    ...(operation !== undefined && { operation }),
    request: { method: 'POST', url, headers, body: Buffer.from(body) },
    ...(answer === undefined ? { failure: failureOf(attempt) } : { response: answer }),
    facts: { ...payerFact(attempt, run.target.readings), callbackToken },
  };
}

/** The documented operation that a callback addresses, whatever the base of the receiver. */
export function callbackOperation(url: string): RawExchange['operation'] {
  const { pathname } = readAddress(url);
  return operations.find(({ receiver, path }) => receiver === 'provider' && pathname.endsWith(path))?.id;
}

function payerFact({ plain, headers }: CallbackAttempt, readings: ReadingValues): Partial<Facts> {
  if (plain === undefined) return {};
  // The judge cannot open what is encrypted to the integrator; but what the suite wrote, it knows.
  const message = {
    headers: [...headers, ...Object.entries(plain.headers)],
    body: Buffer.from(JSON.stringify(plain.bundle)),
  };
  return { payer: { ...inspectPayerMessage(message, readings, []), envelope: readings.envelope } };
}

/** What is to be held of the JWT of a callback (clause 5.1.6), by the reading `callback-jwt`. */
export async function tokenVerdict(
  headers: RawExchange['request']['headers'],
  readings: ReadingValues,
  keys: readonly PublishedKey[],
): Promise<JwsVerdict> {
  const { header, scheme, algorithms, issuer, audience } = readings['callback-jwt'];
  const value = headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1];
  const [word = '', token] = scheme === '' ? ['', value] : (value?.trim().split(/\s+/) ?? []);
  if (token === undefined || word.toLowerCase() !== scheme.toLowerCase())
    return { valid: false, flaw: `no JWT in ${header}` };
  const leeway = readings['jwt-leeway'];
  return verifyJws(token, keys, { algorithms, issuer, audience, leeway, now: new Date() });
}

function failureOf({ error = 'ECONNRESET' }: CallbackAttempt): Failure {
  if (error === 'ERR_TOO_LARGE')
    return { kind: 'too-large', code: error, message: 'the answer to the callback has no end' };
  if (error === 'TimeoutError')
    return { kind: 'timeout', code: error, message: 'the callback got no answer in time' };
  const refused = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'].includes(error);
  return refused
    ? { kind: 'unreachable', code: error, message: 'nobody listens at the callback address' }
    : { kind: 'reset', code: error, message: 'the connection broke before the callback was answered' };
}
