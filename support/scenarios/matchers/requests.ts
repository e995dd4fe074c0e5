import { bridgeScopedOperations } from '../../contract/bridge-scope';
import { memberOf } from '../../contract/json';
import type { ReadingValues } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, jsonBody } from '../../exchange/exchange';
import { findMember, secondsOf } from '../../exchange/members';
import { replaceFormsByChar } from '../../exchange/read-form';

/** Tells whether an exchange is a request of that kind. */
type IsOf = (exchange: Exchange, readings: ReadingValues) => boolean;

/** Whether its head could be read: what an unreadable one would have carried is unknown. */
export const isReadable = ({ request: { flaw } }: Exchange): boolean => flaw?.kind !== 'unreadable';

/** Whether a request goes to a path of the document or of a reading, behind whatever base address. */
const isBehind = (exchange: Exchange, path: string): boolean => pathOfRequest(exchange).endsWith(path);

/** For the certificates by which callbacks are verified. */
export const fetchesCallbackKeys: IsOf = (exchange, readings) =>
  isBehind(exchange, readings['callback-certificates']);

/** The service whose certificate a request fetches, also on a path that is nearly the document's. */
export function certificateFetchedBy(exchange: Exchange): 'identity' | 'registry' | undefined {
  const operation = intendedOperation(exchange);
  if (operation === 'certificate.identity') return 'identity';
  if (operation === 'certificate.registry') return 'registry';
  if (!/\/cert(ificate)?\/?$/i.test(pathOfRequest(exchange))) return undefined;
  if (exchange.service === 'registry') return 'registry';
  return exchange.service === 'identity' || exchange.service === 'gateway' ? 'identity' : undefined;
}

/** The session call, or what stands in its place. */
const asksForSession: IsOf = (exchange, readings) => {
  const own = readings['registry-session'].path;
  return (
    intendedOperation(exchange) === 'session.create' ||
    /\/(sessions?|token)(\/refresh\w*)?\/?$/i.test(pathOfRequest(exchange)) ||
    (exchange.service === 'registry' && own !== null && isBehind(exchange, own))
  );
};

/** Creates a session at the gateway, by whatever path and method; to renew one is another thing. */
export const createsSession: IsOf = (exchange, readings) =>
  exchange.service === 'gateway' && asksForSession(exchange, readings) && !renews(exchange);

function renews(exchange: Exchange): boolean {
  const body = jsonBody(exchange.request);
  const isRenewal =
    memberOf(body, 'grantType') === 'refresh_token' || memberOf(body, 'refreshToken') !== undefined;
  return isRenewal || /\/refresh\w*\/?$/i.test(pathOfRequest(exchange));
}

const isToGateway: IsOf = (exchange, readings) =>
  exchange.service === 'gateway' && !fetchesCallbackKeys(exchange, readings);

const isOfOlderVersion = (exchange: Exchange): boolean =>
  /\/v(0\.\d+|[012])\/(?!.*\/v3\/)/i.test(pathOfRequest(exchange));

/** As the readings name them: by an operation's id, or by a path. */
const isBridgeScoped: IsOf = (exchange, readings) =>
  bridgeScopedOperations(readings).some(
    (name) => exchange.operation === name || (name.startsWith('/') && isBehind(exchange, name)),
  );

/** Kinds of requests, in the words of the features. */
export const requestKinds = {
  'v3 request': (exchange, readings) =>
    exchange.service === 'identity'
      ? pathOfRequest(exchange).includes('/v3/')
      : isToGateway(exchange, readings) && !isOfOlderVersion(exchange),
  'request after the session': (exchange, readings) =>
    exchange.service !== undefined &&
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

/** The requests of one kind among exchanges. */
export function requestsOf(
  kind: RequestKind,
  exchanges: readonly Exchange[],
  readings: ReadingValues,
): readonly Exchange[] {
  const isOf: IsOf = requestKinds[kind];
  return exchanges.filter((each) => isReadable(each) && isOf(each, readings));
}

/** What those processes sent that met a fault; where processes are not told apart, what came from there on. */
export function sentUnder(exchanges: readonly Exchange[], fault: string): readonly Exchange[] {
  const met = exchanges.filter(({ stimulus }) => stimulus === fault);
  const processes = new Set(met.map(({ clientInstance }) => clientInstance));
  const [first] = met;
  return exchanges.filter(
    ({ clientInstance, seq }) =>
      processes.has(clientInstance) && (clientInstance !== undefined || seq >= (first?.seq ?? 0)),
  );
}

/** Each has it, and there is one at least. */
export function nonEmptyAndAll<Value>(values: readonly Value[], has: (value: Value) => boolean): boolean {
  return values.length > 0 && values.every(has);
}

/**
 * Returns the values of a header, one for each request that has it. If a request has the header more than once, its values
 * are joined with commas. Ignores blank values.
 */
export function headersOf(requests: readonly Exchange[], header: string): readonly string[] {
  return requests.flatMap(({ request }) => {
    const values = request.headers.flatMap(([name, value]) =>
      name.toLowerCase() === header.toLowerCase() && value.trim() !== '' ? [value.trim()] : [],
    );
    return values.length === 0 ? [] : [values.join(', ')];
  });
}

/** Whether no two say the same in a header. A transport may send one request twice, and it stays one. */
export function sayEachTheirOwn(requests: readonly Exchange[], header: string): boolean {
  const sayings = Map.groupBy(requests, (each) => headersOf([each], header)[0]);
  sayings.delete(undefined);
  const isOne = (same: readonly Exchange[]): boolean =>
    new Set(same.map(({ request: { method, url, body } }) => JSON.stringify([method, url, body]))).size === 1;
  return nonEmptyAndAll([...sayings.values()], isOne);
}

/** Requests that came so close together, in milliseconds, may say the same. */
const closeMs = 2000;

/** Whether requests say something new as time goes by. */
export function changesWithTime(requests: readonly Exchange[], header: string): boolean {
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
  return forms[form]?.test(replaceFormsByChar(text)) ?? false;
}

/** How a handshake fails that begins with a request in clear. */
const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

/** Whether a request came over TLS. Plain http on loopback is as good, where no TLS is spoken. */
export function isOverTls({ service, facts, request }: Exchange): boolean {
  if (request.flaw?.code === spokenInClear) return false;
  return service === undefined || facts.scheme === 'https' || (facts.loopback && facts.inClear !== true);
}

/** Whether a connection ended in its handshake, before anything was asked. */
export function endsInHandshake(exchange: Exchange): boolean {
  const { code = '' } = exchange.request.flaw ?? {};
  return !isReadable(exchange) && code !== spokenInClear && /^ERR_(SSL|TLS)_/.test(code);
}

/** What a member of a trigger has to say: one of some words, a form, or the id of the cycle that it is about. */
export type MemberWords =
  { readonly oneOf: readonly string[] } | { readonly form: RegExp } | { readonly ofSubmission: true };

const triggerForms: Readonly<Record<string, RegExp>> = {
  'digits, "@" and a network suffix': /^\d+@\S+$/,
  'a text, which may be empty': /^/,
};
const submission = 'that of its submission';

/** All ways in which features write it: `"Approve", "Reject" or "Query"`, a form, the cycle's own. */
export const memberWordsPattern = new RegExp(
  [...Object.keys(triggerForms), submission, /"[^"]+"(?:, "[^"]+")*(?: or "[^"]+")?/.source].join('|'),
);

export function readMemberWords(text: string): MemberWords {
  if (text === submission) return { ofSubmission: true };
  const form = triggerForms[text];
  return form === undefined
    ? { oneOf: [...text.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word) }
    : { form };
}

/** Whether that member of every request says so. */
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

const tokenPlaces = ['request:authorization', 'request:bearer_auth'];

/** The tokens that requests carry, as a recording shows them: one for each request that has any. */
function tokensUsed(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.flatMap(({ facts: { tokens = {} } }) => {
    const [used] = tokenPlaces.flatMap((place) => tokens[place] ?? []);
    return used?.pseudonym ?? [];
  });
}

/** Whether one token serves two requests at least. */
export function serveAgain(exchanges: readonly Exchange[]): boolean {
  const used = tokensUsed(exchanges);
  return new Set(used).size < used.length;
}

/** Stand-ins for the access tokens that sessions brought. */
export function tokensIssued(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap(({ facts }) => facts.tokens?.['response:/accessToken']?.pseudonym ?? []));
}

/** A request may be under way for so long when its token ends. */
const graceMs = 1000;

/** Whether a request came with a token whose time, as its session told it, had run out. */
export function useExpired(exchanges: readonly Exchange[]): boolean {
  const ends = new Map<string, number>();
  return exchanges.some((each) => {
    const issued = each.facts.tokens?.['response:/accessToken']?.pseudonym;
    const seconds = secondsOf(findMember(each.response?.body?.text, 'expiresIn'));
    if (issued !== undefined && seconds !== undefined) ends.set(issued, each.answeredAt + seconds * 1000);
    return tokensUsed([each]).some((used) => each.arrivedAt > (ends.get(used) ?? Infinity) + graceMs);
  });
}

const verifies = (exchange: Exchange): boolean => intendedOperation(exchange) === 'otp.verify';

/**
 * Whether OTP verifications are among these requests, and each says a txnId that the client was given: by the target, or
 * by the answer to an earlier step. The answer to a verification may echo what it was sent.
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
