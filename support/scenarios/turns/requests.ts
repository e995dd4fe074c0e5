import { bridgeScoped } from '../../contract/bridge-scope';
import type { OperationId } from '../../contract/operations';
import { operations } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { headerValue, intended } from '../../exchange/exchange';
import { bare } from '../../exchange/read-form';
import type { RuleContext } from '../../obligations';
import { needsAuthorization } from '../../obligations/headers/authorization';
import {
  certificateOf,
  isForCallbackCertificates,
  isNamed,
  isRefresh,
  isRequest,
  isSessionLike,
  isV3,
} from '../../obligations/judge/requests';

/** Tells whether an exchange is a request of that kind. */
type IsOf = (exchange: Exchange, context: RuleContext) => boolean;

/** Whether an operation is one of clause 4.6 that the provider sends. */
function isToPayer(id: OperationId | undefined): boolean {
  return operations.some(
    (each) => each.id === id && each.service === 'provider' && each.receiver === 'service',
  );
}

/** Kinds of requests, in the words of the features. */
export const requestKinds = {
  'v3 request': isV3,
  'session request': (exchange) => intended(exchange) === 'session.create',
  // Whatever takes the place of the documented request: an older path, another method.
  'request for a session': (exchange, context) =>
    exchange.service === 'gateway' && isSessionLike(exchange, context) && !isRefresh(exchange),
  'request after the session': needsAuthorization,
  'gateway request': (exchange, context) =>
    exchange.service === 'gateway' && !isForCallbackCertificates(exchange, context),
  'certificate request': (exchange) => certificateOf(exchange) !== undefined,
  'identity certificate request': (exchange) => certificateOf(exchange) === 'identity',
  'registry certificate request': (exchange) => certificateOf(exchange) === 'registry',
  'OTP verification': (exchange) => intended(exchange) === 'otp.verify',
  'bridge-scoped request': (exchange, { readings }) =>
    bridgeScoped(readings).some((name) => isNamed(exchange, name)),
  'request with a body': ({ operation, request }) =>
    operation !== undefined && (request.body?.bytes ?? 0) > 0,
  trigger: (exchange) => intended(exchange) === 'dummyPayer.trigger',
  'payer request': (exchange) => isToPayer(intended(exchange)),
  'payment notice request': (exchange) => intended(exchange) === 'paymentNotice.init',
  'bridge-scoped callback': (exchange, { readings }) =>
    exchange.sender === 'service' && bridgeScoped(readings).some((name) => isNamed(exchange, name)),
  request: () => true,
} as const satisfies Readonly<Record<string, IsOf>>;

export type RequestKind = keyof typeof requestKinds;

/** The requests of one kind among exchanges. */
export function requestsOf(
  kind: RequestKind,
  exchanges: readonly Exchange[],
  context: RuleContext,
): readonly Exchange[] {
  const isOf: IsOf = requestKinds[kind];
  return exchanges.filter((each) => isRequest(each) && isOf(each, context));
}

/** Each has it, and there is one at least. */
export function all<Value>(values: readonly Value[], has: (value: Value) => boolean): boolean {
  return values.length > 0 && values.every(has);
}

/** The values of a header, of the requests that carry it; a blank one is none. */
export function headersOf(requests: readonly Exchange[], header: string): readonly string[] {
  return requests.flatMap(({ request }) => {
    const value = headerValue(request.headers, header)?.trim();
    return value === undefined || value === '' ? [] : [value];
  });
}

/** Whether no two say the same in a header. A transport may send one request twice, and it stays one. */
export function sayEachTheirOwn(requests: readonly Exchange[], header: string): boolean {
  const sayings = Map.groupBy(requests, (each) => headersOf([each], header)[0]);
  sayings.delete(undefined);
  const isOne = (same: readonly Exchange[]): boolean =>
    new Set(same.map(({ request: { method, url, body } }) => JSON.stringify([method, url, body]))).size === 1;
  return all([...sayings.values()], isOne);
}

/** Requests that came so close together, in milliseconds, may say the same. */
const closeMs = 2000;

/** Whether requests say something new as time goes by. */
export function changes(requests: readonly Exchange[], header: string): boolean {
  const arrivals = requests.map(({ arrivedAt }) => arrivedAt);
  const isClose = Math.max(...arrivals) - Math.min(...arrivals) <= closeMs;
  return requests.length > 0 && (isClose || new Set(headersOf(requests, header)).size > 1);
}

/** Forms in the words of the features. */
const forms: Readonly<Record<string, RegExp>> = {
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx':
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
  'lowercase letters and digits': /^[^A-Z]+$/,
  'Bearer <ACCESS_TOKEN>': /^Bearer +\S/i,
  'YYYY-MM-DDTHH:MM:SS.sssZ': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

/** Whether a header says what features write: a form that is known here, or a value, parameters apart. */
export function says(text: string, wanted: string): boolean {
  if (wanted in forms) return hasForm(text, wanted);
  return text.split(';')[0]?.trim().toLowerCase() === wanted.toLowerCase();
}

/** Whether a text has a form that features name. */
export function hasForm(text: string, form: string): boolean {
  // A mark has letters of both cases, and says nothing of what is not kept.
  return forms[form]?.test(bare(text)) ?? false;
}
