import type { Exchange } from '../../exchange/exchange';
import { headerValue, intended } from '../../exchange/exchange';
import type { RuleContext } from '../../obligations';
import { certificateOf, isNamed, isRequest, isSessionLike, isV3 } from '../../obligations/judge/requests';

/** Tells whether an exchange is a request of that kind. */
type IsOf = (exchange: Exchange, context: RuleContext) => boolean;

/** Kinds of requests, in the words of the features. */
export const requestKinds = {
  'v3 request': isV3,
  'session request': (exchange, context) => isSessionLike(exchange, context),
  'certificate request': (exchange) => certificateOf(exchange) !== undefined,
  'identity certificate request': (exchange) => certificateOf(exchange) === 'identity',
  'registry certificate request': (exchange) => certificateOf(exchange) === 'registry',
  'OTP verification': (exchange) => intended(exchange) === 'otp.verify',
  trigger: (exchange) => intended(exchange) === 'dummyPayer.trigger',
  'payment notice request': (exchange) => intended(exchange) === 'paymentNotice.init',
  'bridge-scoped callback': (exchange, { readings }) =>
    exchange.sender === 'service' &&
    (readings['bridge-scoped'] ?? []).some((name) => isNamed(exchange, name)),
  'request with a body': ({ request }) => (request.body?.bytes ?? 0) > 0,
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

/** The values of a header, of the requests that carry it. */
export function headersOf(requests: readonly Exchange[], header: string): readonly string[] {
  return requests.flatMap(({ request }) => headerValue(request.headers, header)?.trim() ?? []);
}

/** Forms in the words of the features. */
const forms: Readonly<Record<string, RegExp>> = {
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx':
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
  'YYYY-MM-DDTHH:MM:SS.sssZ': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

/** Whether a text has a form that features name. Throws for a form that nobody knows. */
export function hasForm(text: string, form: string): boolean {
  const pattern = forms[form];
  if (pattern === undefined) throw new Error(`No step knows the form ${form}`);
  return pattern.test(text);
}
