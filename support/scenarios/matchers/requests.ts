import { withoutBasePath } from '../../contract/bases';
import { bridgeScopedOperations } from '../../contract/bridge-scope';
import { meansSandbox } from '../../contract/constants';
import { resemblesSessionPath } from '../../contract/demanded-headers';
import { memberOf } from '../../contract/json';
import { resemblesCertificatePath } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import { mobileOtpPaths } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, jsonBody } from '../../exchange/exchange';
import { findMember } from '../../exchange/members';
import { replaceFormsByChar } from '../../exchange/read-form';

/** Returns whether an exchange is a request of a certain kind. */
type IsOf = (exchange: Exchange, readings: ReadingValues) => boolean;

/** Whether the head of a request could be parsed. If not, the suite does not know its headers. */
export const isReadable = ({ request: { flaw } }: Exchange): boolean => flaw?.kind !== 'unreadable';

/**
 * Whether the path of a request ends with a path from the document or from a reading. The base path before it is
 * ignored.
 */
const isBehind = (exchange: Exchange, path: string): boolean => pathOfRequest(exchange).endsWith(path);

/** Whether a request fetches the certificates that verify callbacks. */
export const fetchesCallbackKeys: IsOf = (exchange, readings) =>
  isBehind(exchange, readings['callback-certificates']);

/**
 * Returns the service for which a request fetches the certificate, even if the path differs slightly from the
 * document's path. Returns `undefined` for any other request, such as HEAD, which fetches nothing.
 */
export function certificateFetchedBy(exchange: Exchange): 'identity' | 'registry' | undefined {
  if (exchange.request.method === 'HEAD') return undefined;
  const operation = intendedOperation(exchange);
  if (operation === 'certificate.identity') return 'identity';
  if (operation === 'certificate.registry') return 'registry';
  if (!resemblesCertificatePath(pathOfRequest(exchange))) return undefined;
  if (exchange.service === 'registry') return 'registry';
  return exchange.service === 'identity' || exchange.service === 'gateway' ? 'identity' : undefined;
}

/**
 * Whether a request asks for a session at the documented path or at a similar path, or asks the registry for one.
 * Renewals count too.
 */
function looksLikeSession(exchange: Exchange): boolean {
  if (exchange.request.method === 'DELETE') return false;
  return (
    intendedOperation(exchange) === 'session.create' ||
    exchange.facts.requestsSession === true ||
    /\/(sessions?|(?<!\/(?!(?:gateway|oauth2?|auth|connect|openid-connect|api|v\d+(?:\.\d+)?)\/)[^/]+\/)token)(\/refresh\w*)?\/?$/i.test(
      pathOfRequest(exchange),
    )
  );
}

/** Like {@link looksLikeSession}. The path in the reading `registry-session` counts, too. */
export const asksForSession: IsOf = (exchange, readings) => {
  const own = readings['registry-session'].path;
  if (looksLikeSession(exchange)) return true;
  return (
    exchange.request.method !== 'DELETE' &&
    exchange.service === 'registry' &&
    own !== null &&
    isBehind(exchange, own)
  );
};

/** Whether a request creates a session at the gateway, even with a wrong path or method. Renewals do not count. */
export const createsSession: IsOf = (exchange, readings) =>
  exchange.service === 'gateway' &&
  asksForSession(exchange, readings) &&
  (intendedOperation(exchange) === 'session.create' ||
    exchange.facts.requestsSession === true ||
    resemblesSessionPath(pathOfRequest(exchange))) &&
  !renews(exchange);

function renews(exchange: Exchange): boolean {
  const body = jsonBody(exchange.request);
  const isRenewal =
    memberOf(body, 'grantType') === 'refresh_token' || memberOf(body, 'refreshToken') !== undefined;
  return isRenewal || /\/refresh\w*\/?$/i.test(pathOfRequest(exchange));
}

const isToGateway: IsOf = (exchange, readings) =>
  exchange.service === 'gateway' && !fetchesCallbackKeys(exchange, readings);

/**
 * Returns the main number of the last version in a path, such as 3 in `/api/hiecm/v3/sessions`. 0 without a version.
 */
function lastVersionIn(path: string): number {
  const versions = path.split('/').flatMap((segment) => /^v(\d+)(?:\.\d+)?$/i.exec(segment)?.[1] ?? []);
  return Number(versions.at(-1) ?? 0);
}

/** Whether a request to the gateway has a path with `api` and a version that is not older than v3. */
const isCurrentApi = (exchange: Exchange): boolean => {
  const path = pathOfRequest(exchange);
  return /\/api(\/|$)/i.test(path) && lastVersionIn(path) >= 3;
};

const lacksV3 = (exchange: Exchange): boolean =>
  isBehind(
    exchange,
    exchange.service === 'identity' ? '/api/profile/public/certificate' : '/api/hiecm/gateway/sessions',
  );

/** Whether the readings list a request as bridge-scoped, by its operation id or by its path. */
const isBridgeScoped: IsOf = (exchange, readings) =>
  bridgeScopedOperations(readings).some(
    (name) => exchange.operation === name || (name.startsWith('/') && isBehind(exchange, name)),
  );

/**
 * Whether a request has neither a version nor `api` in its path behind the base address, such as a health check, and no
 * reading names the path.
 */
const isOutsideApis: IsOf = (exchange, readings) =>
  intendedOperation(exchange) === undefined &&
  !/\/(v\d+(\.\d+)?|api)(\/|$)/i.test(withoutBasePath(exchange.service, pathOfRequest(exchange), [])) &&
  !isBridgeScoped(exchange, readings) &&
  ![...(readings['consent-paths'] ?? []), ...mobileOtpPaths(readings), readings['payment-ack']].some((path) =>
    isBehind(exchange, path),
  );

/** Kinds of requests, in the words of the features. */
export const requestKinds = {
  'v3 request': (exchange, readings) =>
    exchange.service === 'identity'
      ? lastVersionIn(pathOfRequest(exchange)) === 3 || lacksV3(exchange)
      : isToGateway(exchange, readings) && (isCurrentApi(exchange) || lacksV3(exchange)),
  'request after the session': (exchange, readings) =>
    exchange.service !== undefined &&
    !isOutsideApis(exchange, readings) &&
    (exchange.service !== 'dummyPayer' || readings['trigger-authorization'] === 'required') &&
    !asksForSession(exchange, readings) &&
    !fetchesCallbackKeys(exchange, readings),
  'gateway request': isToGateway,
  'bridge-scoped request': isBridgeScoped,
  trigger: (exchange) => intendedOperation(exchange) === 'dummyPayer.trigger',
  'bridge-scoped callback': (exchange, readings) =>
    exchange.sender === 'service' && isBridgeScoped(exchange, readings),
  request: () => true,
} as const satisfies Readonly<Record<string, IsOf>>;

export type RequestKind = keyof typeof requestKinds;

/** Returns the readable requests of one kind. */
export function requestsOf(
  kind: RequestKind,
  exchanges: readonly Exchange[],
  readings: ReadingValues,
): readonly Exchange[] {
  const isOf: IsOf = requestKinds[kind];
  return exchanges.filter((each) => isReadable(each) && isOf(each, readings));
}

/**
 * Returns the exchanges of all processes that met a fault. If exchanges do not identify their process, returns the
 * exchanges from the fault on.
 */
export function sentUnder(exchanges: readonly Exchange[], fault: string): readonly Exchange[] {
  const met = exchanges.filter(({ stimulus }) => stimulus === fault);
  const processes = new Set(met.map(({ clientInstance }) => clientInstance));
  const [first] = met;
  return exchanges.filter(
    ({ clientInstance, seq }) =>
      processes.has(clientInstance) && (clientInstance !== undefined || seq >= (first?.seq ?? 0)),
  );
}

/** Whether there is at least one value and `has` is true of every value. */
export function nonEmptyAndAll<Value>(values: readonly Value[], has: (value: Value) => boolean): boolean {
  return values.length > 0 && values.every(has);
}

/**
 * Returns the values of a header, one for each request that has it. If a request has the header more than once, its
 * values are joined with commas. Ignores blank values.
 */
export function headersOf(requests: readonly Exchange[], header: string): readonly string[] {
  return requests.flatMap(({ request }) => {
    const values = request.headers.flatMap(([name, value]) =>
      name.toLowerCase() === header.toLowerCase() && value.trim() !== '' ? [value.trim()] : [],
    );
    return values.length === 0 ? [] : [values.join(', ')];
  });
}

/**
 * Whether different requests have different values of a header, and at least one request has the header. Equal requests
 * may have equal values, because a transport may send one request twice.
 */
export function sayEachTheirOwn(requests: readonly Exchange[], header: string): boolean {
  const sayings = Map.groupBy(requests, (each) => headersOf([each], header)[0]);
  sayings.delete(undefined);
  const isOne = (same: readonly Exchange[]): boolean =>
    new Set(same.map(({ request: { method, url, body } }) => JSON.stringify([method, url, body]))).size === 1;
  return nonEmptyAndAll([...sayings.values()], isOne);
}

/** Requests that all arrive within this period, in milliseconds, may have equal header values. */
const closeMs = 2000;

/**
 * Whether the requests have at least two different values of a header. Requests within {@link closeMs} may have one
 * value.
 */
export function changesWithTime(requests: readonly Exchange[], header: string): boolean {
  const arrivals = requests.map(({ arrivedAt }) => arrivedAt);
  const isClose = Math.max(...arrivals) - Math.min(...arrivals) <= closeMs;
  return requests.length > 0 && (isClose || new Set(headersOf(requests, header)).size > 1);
}

/** Patterns of header values, by the words of the features. */
const forms: Readonly<Record<string, RegExp>> = {
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx':
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
  'lowercase letters and digits': /^[^A-Z]+$/,
  'Bearer <ACCESS_TOKEN>': /^Bearer +\S+$/i,
  'YYYY-MM-DDTHH:MM:SS.sssZ': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

/**
 * Whether a header value matches the words of a feature. If the words name one of the {@link forms}, the value must
 * have that form. Otherwise, compares the value without its parameters, ignoring case.
 */
export function says(text: string, wanted: string): boolean {
  if (wanted in forms) return hasForm(text, wanted);
  return text.split(';')[0]?.trim().toLowerCase() === wanted.toLowerCase();
}

/**
 * Whether an X-CM-ID names the consent manager of the target (clause 5.2).
 * @param cmId the right value, or an empty text if the production target does not name one: then only the sandbox's is wrong
 */
export function namesConsentManager(text: string, cmId: string): boolean {
  return cmId === '' ? text.trim() !== '' && !meansSandbox(text) : says(text, cmId);
}

/** Whether a text has a form that features name. False for an unknown form. */
export function hasForm(text: string, form: string): boolean {
  // Replace redacted forms first: their marks contain uppercase and lowercase letters that do not come from the value.
  return forms[form]?.test(replaceFormsByChar(text)) ?? false;
}

/** Error code of a TLS handshake that fails because the client sent a plain http request. */
const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

/**
 * Whether a request came over TLS. Plain http also counts on loopback if the service does not use TLS, and for a
 * request to no known service.
 */
export function isOverTls({ service, facts, request }: Exchange): boolean {
  if (request.flaw?.code === spokenInClear) return false;
  return service === undefined || facts.scheme === 'https' || (facts.loopback && facts.inClear !== true);
}

/**
 * Whether a connection ended in its TLS handshake, before the client sent a request. A plain http request does not
 * count.
 */
export function endsInHandshake(exchange: Exchange): boolean {
  const { code = '' } = exchange.request.flaw ?? {};
  return !isReadable(exchange) && code !== spokenInClear && /^ERR_(SSL|TLS)_/.test(code);
}

/** Expected value of a member of a trigger: one of several words, a form, or the id of the trigger's own cycle. */
export type MemberWords =
  { readonly oneOf: readonly string[] } | { readonly form: RegExp } | { readonly ofSubmission: true };

const triggerForms: Readonly<Record<string, RegExp>> = {
  'digits, "@" and a network suffix': /^\d+@\S+$/,
  'a text, which may be empty': /^/,
};
const submission = 'that of its submission';

/** The expected values that a feature can name without quotation marks. */
export const memberValueNames = [...Object.keys(triggerForms), submission];

/** Reads a name in {@link memberValueNames}, or words in quotation marks such as `"Approve", "Reject" or "Query"`. */
export function readMemberWords(text: string): MemberWords {
  if (text === submission) return { ofSubmission: true };
  const form = triggerForms[text];
  return form === undefined
    ? { oneOf: [...text.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word) }
    : { form };
}

/**
 * Whether a member has the expected value in every request, and there is at least one request. `namesItsCycle` decides
 * instead if the member must contain the id of its cycle.
 */
export function saysMember(
  requests: readonly Exchange[],
  member: string,
  words: MemberWords,
  namesItsCycle: () => boolean,
): boolean {
  if ('ofSubmission' in words) return namesItsCycle();
  return nonEmptyAndAll(requests, (each) => {
    const value = memberOf(jsonBody(each.request), member);
    if (typeof value !== 'string') return false;
    return 'oneOf' in words ? words.oneOf.includes(value) : words.form.test(value);
  });
}

const verifies = (exchange: Exchange): boolean => intendedOperation(exchange) === 'otp.verify';

/**
 * Whether these requests include OTP verifications, and each txnId in a verification is one that the client received
 * earlier: from the target, or in the answer to an earlier request. Answers to verifications do not count, because they
 * may echo the request.
 */
export function useGivenTxnIds(
  requests: readonly Exchange[],
  before: readonly Exchange[],
  ofTarget: readonly string[] = [],
): boolean {
  const answered = before
    .filter((each) => !verifies(each))
    .flatMap(({ response }) => findMember(response?.body?.text, 'txnId') ?? []);
  const given: readonly unknown[] = [...ofTarget, ...answered];
  const verifications = requests.filter(verifies);
  const sent = verifications.flatMap(({ request }) => findMember(request.body?.text, 'txnId') ?? []);
  return verifications.length > 0 && sent.every((txnId) => given.includes(txnId));
}
