import { bridgeIdOf, bridgeScoped } from '../../contract/bridge-scope';
import { memberOf } from '../../contract/json';
import type { OperationId, ServiceName } from '../../contract/operations';
import {
  certificateEnding,
  isOldCertificate,
  operationPattern,
  operations,
  pathsOf,
} from '../../contract/operations';
import { pathOf } from '../../exchange/address';
import type { Exchange, Occasion } from '../../exchange/exchange';
import { headerValue, intended, isAccepted, jsonBody } from '../../exchange/exchange';
import { createsId } from '../../exchange/fields';
import type { Text } from '../../exchange/text';
import { whyWithheld } from '../../exchange/masks';
import type { Conclusion, Judge, Judgement, RuleContext, Unjudged } from './judge';
import { brokenOnly, eachExchange, readOnce } from './judge';

/** Those of the document, and those of the readings. */
function knownPaths({ readings }: RuleContext): string[] {
  const own = readings['registry-session'].path;
  const named = [
    ...(readings['consent-paths'] ?? []),
    ...bridgeScoped(readings),
    ...Object.keys(readings['oaep-hash']),
  ].filter((name) => name.startsWith('/'));
  return [
    ...operations.flatMap((each) => pathsOf(each)),
    ...named,
    ...(own === null ? [] : [own]),
    readings['callback-certificates'],
    readings['plan-answer'],
    readings['eligibility-answer'],
    readings['payment-prompt'],
    readings['payment-ack'],
  ];
}

/** Whether a request goes to a path, of the document or of a reading, behind whatever base address. */
export function isAtPath(exchange: Exchange, path: string): boolean {
  return pathOf(exchange).endsWith(path);
}

/** Whether a request goes to any of them. */
export function isAtKnownPath(exchange: Exchange, context: RuleContext): boolean {
  return knownPaths(context).some((path) => isAtPath(exchange, path));
}

/** Whether a request is one that a reading names: by an operation's id, or by a path. */
export function isNamedRequest(exchange: Exchange, name: string): boolean {
  return exchange.operation === name || (name.startsWith('/') && isAtPath(exchange, name));
}

/** A service that publishes a key for encrypted fields. */
export type KeyService = Extract<ServiceName, 'identity' | 'registry'>;

/** A rule that judges each request by itself. */
export function eachRequest(
  judge: (exchange: Exchange, context: RuleContext) => Judgement | undefined,
): Judge {
  return eachExchange((exchange, context) => (isRequest(exchange) ? judge(exchange, context) : undefined));
}

/** Whether a request could be read: what an unreadable one would have carried is unknown. */
export function isRequest({ request: { flaw } }: Exchange): boolean {
  return flaw?.kind !== 'unreadable';
}

/** The header's value, as it is kept; absent where it is blank. */
export function carried(exchange: Exchange, header: string): string | undefined {
  const value = headerValue(exchange.request.headers, header)?.trim();
  return value === '' ? undefined : value;
}

/** Says so where a header that is missing may have been sent; every rule that would miss one asks this. */
export function withheld(exchange: Exchange, ...headers: readonly string[]): Unjudged | undefined {
  for (const header of headers) {
    const why = whyWithheld(exchange, header);
    if (why !== undefined) return { unjudged: why };
  }
  return undefined;
}

/** What tells one process of the integrator from another; the same for all where nothing does. */
export function clientOf({ clientInstance = '' }: Pick<Occasion, 'clientInstance'>): string {
  return clientInstance;
}

/** A request for the certificates by which callbacks are verified; the document does not say how it is made. */
export function isForCallbackCertificates(exchange: Exchange, { readings }: RuleContext): boolean {
  return isAtPath(exchange, readings['callback-certificates']);
}

const hasV3Path = readOnce((exchange) => pathOf(exchange).includes('/api/v3/'));

/** A v3 request: to the gateway, or to the identity service's v3 paths. */
export function isV3(exchange: Exchange, context: RuleContext): boolean {
  if (exchange.service === 'identity') return hasV3Path(exchange);
  return exchange.service === 'gateway' && !isForCallbackCertificates(exchange, context);
}

/** A call by which the registry creates an ID (clauses 2.4, 5.1.5), by its path. */
export const isRegistration = (exchange: Exchange): boolean => createsId(pathOf(exchange));

/** The path of a request for a session, of whatever version. */
export const sessionPath = /\/(sessions?|token)(\/refresh\w*)?\/?$/i;
const hasSessionPath = readOnce((exchange) => sessionPath.test(pathOf(exchange)));

/** The documented session call, or what takes its place: an older path, another method, the registry's own. */
export function isSessionLike(exchange: Exchange, { readings }: RuleContext): boolean {
  const own = readings['registry-session'].path;
  return (
    intended(exchange) === 'session.create' ||
    hasSessionPath(exchange) ||
    (own !== null && exchange.service === 'registry' && isAtPath(exchange, own))
  );
}

/** A call that renews by a refresh token, which the document names no operation for (clause 5.1.9). */
export const isRefresh = readOnce((exchange): boolean => {
  const body = jsonBody(exchange.request);
  return (
    /\/refresh\w*\/?$/i.test(pathOf(exchange)) ||
    memberOf(body, 'grantType') === 'refresh_token' ||
    memberOf(body, 'refreshToken') !== undefined
  );
});

/**
 * Whether the suite itself answered 503, or 401 to a token in its time. The document leaves open what a client does then,
 * and what a rejection looks like: it may go back to its beginnings, once.
 */
export function wasMadeToFail({ stimulus, response }: Exchange): boolean {
  const status = response?.status;
  return (stimulus === 'unavailable' && status === 503) || (stimulus === 'token-refused' && status === 401);
}

/** A session that was granted. */
export function grantsSession(exchange: Exchange): boolean {
  return intended(exchange) === 'session.create' && isAccepted(exchange);
}

const owners: Readonly<Partial<Record<OperationId, KeyService>>> = {
  'certificate.identity': 'identity',
  'certificate.registry': 'registry',
};

/**
 * The service whose certificate a request fetches: by whatever method, and at whatever path, which is not judged by what is
 * judged of the fetch. At the gateway's address, on a path of old, it is that of the identity service.
 */
export function certificateOf(exchange: Exchange): KeyService | undefined {
  const id = intended(exchange);
  return (id && owners[id]) ?? certificateAt(exchange);
}

const certificateAt = readOnce((exchange): KeyService | undefined => {
  const { service } = exchange;
  if (service === 'gateway') return isOldCertificate(pathOf(exchange)) ? 'identity' : undefined;
  if (service !== 'identity' && service !== 'registry') return undefined;
  const path = pathOf(exchange);
  const named = certificateEnding(path);
  if (named !== undefined) return owners[named];
  return /\/cert(ificate)?\/?$/i.test(path) ? service : undefined;
});

const documentedPaths = operations.map(({ path }) => new RegExp(`${operationPattern(path)}$`));

/** Whether the document shows this request's path, at whatever service and by whatever method. */
export const isDocumentedPath = readOnce((exchange): boolean => {
  const path = pathOf(exchange);
  return documentedPaths.some((each) => each.test(path));
});

export const bridgeHeaders = ['X-HIP-ID', 'X-HIU-ID'] as const;

export function isBridgeScoped(exchange: Exchange, { readings }: RuleContext): boolean {
  return bridgeScoped(readings).some((name) => isNamedRequest(exchange, name));
}

/** The id that the target names for a message; `undefined`: none. */
function bridgeIdFor(exchange: Exchange, { readings }: RuleContext): string | undefined {
  const name = bridgeScoped(readings).find((each) => isNamedRequest(exchange, each));
  return name === undefined ? undefined : bridgeIdOf(readings, name);
}

/** Whether a message names the facility or bridge that it is for, and the one that the target names, if it does. */
export const bridgeIn = readOnce((exchange, context: RuleContext): 'right' | 'another' | 'none' => {
  const ids = bridgeHeaders.map((name) => headerValue(exchange.request.headers, name)?.trim() ?? '');
  const wanted = bridgeIdFor(exchange, context);
  if (ids.every((id) => id === '')) return 'none';
  return wanted === undefined || ids.includes(wanted) ? 'right' : 'another';
});

export const otherBridge =
  'the id of the sender, or of another facility, stands in place of the one that readings.bridge-scoped names';

/** What a message with another id than the target's shows. */
export function tellOtherBridge(exchange: Exchange, context: RuleContext) {
  const { headers } = exchange.request;
  const carried = bridgeHeaders.flatMap((name) => {
    const value = headerValue(headers, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return {
    expected: `X-HIP-ID or X-HIU-ID: ${bridgeIdFor(exchange, context) ?? ''}`,
    seen: carried.join(', '),
    cause: otherBridge,
  };
}

/**
 * A prohibition counts as observed only after its tempting act: until then nothing was kept. What was broken
 * stays broken.
 */
export function onlyAfter(tempted: boolean, conclusion: Conclusion): Conclusion {
  return tempted ? conclusion : brokenOnly(conclusion);
}

/** As above, for values that anyone can write down: they show nothing until they are used. */
export function onlyInUse(used: boolean, conclusion: Conclusion): Conclusion {
  const { unjudged } = conclusion;
  // Of nothing there is nothing to say.
  return used || conclusion.observations === 0
    ? conclusion
    : onlyAfter(false, {
        ...conclusion,
        unjudged: [...unjudged, 'no transfer came about with what was sent'],
      });
}

/** Too little was seen to judge by: as if nothing had been. */
export function onlyIf(enough: boolean, conclusion: Conclusion): Conclusion {
  if (enough) return conclusion;
  const { facets, ...nothing } = brokenOnly({ ...conclusion, breaches: [], breachCount: 0 });
  return { ...nothing, ...(facets && { facets: facets.map((each) => ({ ...each, broken: 0 })) }) };
}

/** Adds what is only noted; a note alone does not show that the obligation is kept. */
export function withNotes(notes: Iterable<Text>, conclusion: Conclusion): Conclusion {
  return { ...conclusion, notes: [...conclusion.notes, ...notes] };
}
