import { withoutBasePath } from '../../contract/bases';
import { configuredBridgeId, bridgeScopedOperations } from '../../contract/bridge-scope';
import type { DemandedHeader, RequestTraits, TokenHeader } from '../../contract/demanded-headers';
import {
  demandsHeader,
  isSessionCall,
  isSessionPath,
  resemblesSessionPath,
  tokenHeadersOf,
} from '../../contract/demanded-headers';
import { memberOf } from '../../contract/json';
import type { OperationId, ServiceName } from '../../contract/operations';
import {
  certificateOperationAt,
  isOutdatedCertificatePath,
  operationPattern,
  operations,
  pathsOfOperation,
  resemblesCertificatePath,
} from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import { isNamedBy, mobileOtpPaths } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange, EvidenceContext } from '../../exchange/exchange';
import { headerValue, intendedOperation, isAccepted, jsonBody } from '../../exchange/exchange';
import { createsId } from '../../exchange/fields';
import { headerValues, isSingleHeader } from '../../exchange/header-fields';
import type { ReportText } from '../../exchange/text';
import { whyWithheld } from '../../exchange/masks';
import type { Conclusion, Judge, Judgement, RuleContext, UnjudgedReason } from './judge';
import { dropKeptObservations, eachExchange, memoizeByExchange } from './judge';

/** Returns the paths that the document or a reading names. */
function knownPaths({ readings }: RuleContext): string[] {
  const own = readings['registry-session'].path;
  const named = [
    ...(readings['consent-paths'] ?? []),
    ...bridgeScopedOperations(readings),
    ...Object.keys(readings['oaep-hash']),
    ...mobileOtpPaths(readings),
  ].filter((name) => name.startsWith('/'));
  return [
    ...operations.flatMap((each) => pathsOfOperation(each)),
    ...named,
    ...(own === null ? [] : [own]),
    readings['callback-certificates'],
    readings['plan-answer'],
    readings['eligibility-answer'],
    readings['payment-prompt'],
    readings['payment-ack'],
  ];
}

/** Whether a request goes to a path of the document or of a reading, below any base address. */
export function isAtPath(exchange: Exchange, path: string): boolean {
  return pathOfRequest(exchange).endsWith(path);
}

/** Whether a request goes to any path that the document or a reading names. */
export function isAtKnownPath(exchange: Exchange, context: RuleContext): boolean {
  return knownPaths(context).some((path) => isAtPath(exchange, path));
}

/** Whether a reading means this request by `name`, which is the id of an operation or a path. */
export function isNamedRequest(exchange: Exchange, name: string): boolean {
  return isNamedBy(name, { operation: exchange.operation, path: pathOfRequest(exchange) });
}

/** A service that publishes a key for encrypted fields. */
export type KeyService = Extract<ServiceName, 'identity' | 'registry'>;

/** Returns a judge that judges each readable request by itself. */
export function eachRequest(
  judge: (exchange: Exchange, context: RuleContext) => Judgement | undefined,
): Judge {
  return eachExchange((exchange, context) =>
    isReadableRequest(exchange) ? judge(exchange, context) : undefined,
  );
}

/** Whether a request could be read. The content of an unreadable request is unknown. */
export function isReadableRequest({ request: { flaw } }: Exchange): boolean {
  return flaw?.kind !== 'unreadable';
}

/** Returns the values of a header that are not blank, without surrounding blanks, as they were recorded. */
export function nonBlankHeaders({ request }: Exchange, header: string): string[] {
  return headerValues(request.headers, header).flatMap((each) => each.trim() || []);
}

/** Returns the first value of a header that is not blank, or `undefined`. */
export function nonBlankHeader(exchange: Exchange, header: string): string | undefined {
  return nonBlankHeaders(exchange, header)[0];
}

/** The cause if a request has a header twice that it may have only once. */
export const sentTwice =
  'the header is sent twice: a value is added where it should replace the one that is already set';

/**
 * Describes the first of these headers that a request has more than once; `undefined` if each appears at most once.
 * Ignores headers that HTTP allows to be repeated.
 */
export function describeRepeated(
  { request }: Exchange,
  ...headers: readonly string[]
): { readonly seen: string; readonly cause: string } | undefined {
  for (const header of headers.filter(isSingleHeader)) {
    const values = headerValues(request.headers, header);
    if (values.length > 1)
      return { seen: `${values.length} times ${header}: ${values.join(' and ')}`, cause: sentTwice };
  }
  return undefined;
}

/**
 * Returns the reason why one of these headers cannot be judged as missing: it may have been sent, but the recording
 * left it out. Returns `undefined` if the recording did not leave out any of them. Every rule that reports a missing
 * header calls this.
 */
export function unjudgedIfWithheld(
  exchange: Exchange,
  ...headers: readonly string[]
): UnjudgedReason | undefined {
  for (const header of headers) {
    const why = whyWithheld(exchange, header);
    if (why !== undefined) return { unjudged: why, kind: 'not-kept' };
  }
  return undefined;
}

/**
 * Returns the id of the integrator process behind some evidence. Returns an empty string if processes cannot be
 * distinguished.
 */
export function clientInstanceOf({ clientInstance = '' }: Pick<EvidenceContext, 'clientInstance'>): string {
  return clientInstance;
}

/**
 * Whether a request fetches the certificates that verify callbacks. The document does not describe this request; the
 * reading `callback-certificates` sets its path.
 */
export function isForCallbackCertificates(exchange: Exchange, { readings }: RuleContext): boolean {
  return isAtPath(exchange, readings['callback-certificates']);
}

const traitsOf = memoizeByExchange((exchange, { bases = [] }: RuleContext): RequestTraits => ({
  service: exchange.service,
  operation: exchange.operation,
  meant: exchange.meant,
  path: pathOfRequest(exchange),
  pathBehindBase: withoutBasePath(exchange.service, pathOfRequest(exchange), bases),
  method: exchange.request.method,
  hasBody: (exchange.request.body?.bytes ?? 0) > 0,
  requestsSession: exchange.facts.requestsSession,
}));

/** Returns whether a request must have this header, whether or not it has it. */
export function mustHaveHeader(exchange: Exchange, name: DemandedHeader, context: RuleContext): boolean {
  return demandsHeader(name, traitsOf(exchange, context), context.readings);
}

/**
 * Returns the headers that may carry the access token of a request. A request that needs a token needs it in one of
 * them.
 */
export function tokenHeadersFor(exchange: Exchange, readings: ReadingValues): readonly TokenHeader[] {
  return tokenHeadersOf(exchange, readings);
}

/**
 * Returns the headers that may carry the access token that a request needs. Empty if the document demands no token on
 * it, as on the session call and on triggers of the dummy payer.
 */
export function neededTokenHeaders(exchange: Exchange, context: RuleContext): readonly TokenHeader[] {
  const headers = tokenHeadersFor(exchange, context.readings);
  const isNeeded = headers.some((name) => mustHaveHeader(exchange, name, context));
  return isNeeded ? headers : [];
}

/** Whether the path of a request is that of a call with which the registry creates an ID (clauses 2.4, 5.1.5). */
export const isRegistration = (exchange: Exchange): boolean => createsId(pathOfRequest(exchange));

/**
 * Whether a request is the documented session call or a variant of it: on an older path, by another method, or the
 * registry's own.
 */
export const isSessionLike = memoizeByExchange((exchange, context: RuleContext): boolean =>
  isSessionCall(traitsOf(exchange, context), context.readings),
);

/**
 * Whether a request to the gateway is meant as the session request of clause 4.1: its path is that of the clause or a
 * near miss, its body contains the credentials of the client, or the adapter call asks for a session. Other operations
 * of the gateway may have sessions and tokens of their own.
 */
export const isMeantAsSession = memoizeByExchange((exchange): boolean => {
  const { service, call, facts, request } = exchange;
  if (service !== 'gateway' || request.method === 'DELETE') return false;
  const path = pathOfRequest(exchange);
  return (
    intendedOperation(exchange) === 'session.create' ||
    facts.requestsSession === true ||
    resemblesSessionPath(path) ||
    (call?.method === 'session.create' && call.over !== true && isSessionPath(path))
  );
});

/**
 * Whether a request renews a session with a refresh token (clause 5.1.9). The document does not define an operation for
 * that.
 */
export const isRefresh = memoizeByExchange((exchange): boolean => {
  const body = jsonBody(exchange.request);
  return (
    /\/refresh\w*\/?$/i.test(pathOfRequest(exchange)) ||
    memberOf(body, 'grantType') === 'refresh_token' ||
    memberOf(body, 'refreshToken') !== undefined
  );
});

/**
 * Whether the suite itself answered 503, or 401 to a token that had not expired. The document leaves open how a client
 * reacts and how a rejection looks, so a client may once start again from the beginning.
 */
export function wasMadeToFail({ stimulus, response }: Exchange): boolean {
  const status = response?.status;
  return (stimulus === 'unavailable' && status === 503) || (stimulus === 'token-refused' && status === 401);
}

/** Whether an exchange grants a session. */
export function grantsSession(exchange: Exchange): boolean {
  return intendedOperation(exchange) === 'session.create' && isAccepted(exchange);
}

const owners: Readonly<Partial<Record<OperationId, KeyService>>> = {
  'certificate.identity': 'identity',
  'certificate.registry': 'registry',
};

/**
 * Returns the service that owns the certificate fetched by a request; `undefined` if the request does not fetch one.
 * Accepts any method and near misses of the paths, because rules about fetches do not judge the path. HEAD fetches
 * nothing. An outdated certificate path at the gateway counts as a fetch from the identity service.
 */
export function serviceOfCertificateFetch(exchange: Exchange): KeyService | undefined {
  if (exchange.request.method === 'HEAD') return undefined;
  const id = intendedOperation(exchange);
  return (id && owners[id]) ?? certificateAt(exchange);
}

const certificateAt = memoizeByExchange((exchange): KeyService | undefined => {
  const { service } = exchange;
  if (service === 'gateway')
    return isOutdatedCertificatePath(pathOfRequest(exchange)) ? 'identity' : undefined;
  if (service !== 'identity' && service !== 'registry') return undefined;
  const path = pathOfRequest(exchange);
  const named = certificateOperationAt(path);
  if (named !== undefined) return owners[named];
  return resemblesCertificatePath(path) || isAskedCertificate(exchange) ? service : undefined;
});

/** Whether a request for something called a certificate belongs to the adapter call that asks for one. */
function isAskedCertificate(exchange: Exchange): boolean {
  const { call, service } = exchange;
  const isAsked = call?.method === 'certificate.fetch' && call.over !== true && call.service === service;
  return isAsked && /\/(cert|public[-_]?key)[^/]*\/?$/i.test(pathOfRequest(exchange));
}

const documentedPaths = operations.map(({ path }) => new RegExp(`${operationPattern(path)}$`));

/** Whether the document shows the path of this request, at any service and by any method. */
export const isDocumentedPath = memoizeByExchange((exchange): boolean => {
  const path = pathOfRequest(exchange);
  return documentedPaths.some((each) => each.test(path));
});

export const bridgeHeaders = ['X-HIP-ID', 'X-HIU-ID'] as const;

export function isBridgeScoped(exchange: Exchange, { readings }: RuleContext): boolean {
  return bridgeScopedOperations(readings).some((name) => isNamedRequest(exchange, name));
}

/** Returns the id of the facility or bridge that the target sets for a message; `undefined` if it does not set one. */
function bridgeIdFor(exchange: Exchange, { readings }: RuleContext): string | undefined {
  const name = bridgeScopedOperations(readings).find((each) => isNamedRequest(exchange, each));
  return name === undefined ? undefined : configuredBridgeId(readings, name);
}

/**
 * Checks the ids of facilities or bridges in a message. Returns `none` if the message does not contain any id, and
 * `another` if the target sets an id and the message contains only different ones.
 */
export const checkBridgeId = memoizeByExchange(
  (exchange, context: RuleContext): 'right' | 'another' | 'none' => {
    const ids = bridgeHeaders.map((name) => headerValue(exchange.request.headers, name)?.trim() ?? '');
    const wanted = bridgeIdFor(exchange, context);
    if (ids.every((id) => id === '')) return 'none';
    return wanted === undefined || ids.includes(wanted) ? 'right' : 'another';
  },
);

export const wrongBridgeCause = 'another id than the one that readings.bridge-scoped names';

/** Describes a message that carries an id other than the one that the target sets. */
export function describeWrongBridge(exchange: Exchange, context: RuleContext) {
  const { headers } = exchange.request;
  const carried = bridgeHeaders.flatMap((name) => {
    const value = headerValue(headers, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return {
    expected: `X-HIP-ID or X-HIU-ID: ${bridgeIdFor(exchange, context) ?? ''}`,
    seen: carried.join(', '),
    cause: wrongBridgeCause,
  };
}

/**
 * Returns the conclusion of a prohibition. Without the act that could have broken the prohibition, the conclusion keeps
 * its breaches but loses the observations that were not breaches.
 */
export function keptOnlyIfTempted(tempted: boolean, conclusion: Conclusion): Conclusion {
  return tempted ? conclusion : dropKeptObservations(conclusion);
}

/**
 * Remembers the facets of a prohibition in which the client acted in a way that could have broken the prohibition. Only
 * these facets can pass. Without such an act, the conclusion keeps only its breaches.
 */
export class TemptedFacets {
  readonly #names = new Set<string>();
  #isWhole = false;

  /** @param by `true` for an act about the whole obligation, the name of a facet for an act in that facet */
  add(by: boolean | string | undefined): void {
    if (typeof by === 'string') this.#names.add(by);
    else this.#isWhole ||= by === true;
  }

  keptOf(conclusion: Conclusion): Conclusion {
    if (this.#isWhole) return conclusion;
    if (this.#names.size === 0) return keptOnlyIfTempted(false, conclusion);
    const facets = conclusion.facets?.map((each) =>
      this.#names.has(each.name) ? each : { ...each, kept: 0 },
    );
    return { ...conclusion, ...(facets && { facets }) };
  }
}

/**
 * Returns a conclusion about values that anyone can write down, such as keys and nonces. Unused values prove nothing:
 * the conclusion then keeps only its breaches and gets a reason.
 */
export function onlyInUse(used: boolean, conclusion: Conclusion): Conclusion {
  const { unjudged } = conclusion;
  // The reason is only needed if something was observed.
  return used || conclusion.observations === 0
    ? conclusion
    : keptOnlyIfTempted(false, {
        ...conclusion,
        unjudged: [...unjudged, { kind: 'prevented', text: 'no transfer came about with what was sent' }],
      });
}

/** Returns the conclusion if enough was observed to judge. Otherwise returns it without observations and breaches. */
export function emptyConclusionUnless(enough: boolean, conclusion: Conclusion): Conclusion {
  if (enough) return conclusion;
  const { facets, ...nothing } = dropKeptObservations({ ...conclusion, breaches: [], breachCount: 0 });
  return { ...nothing, ...(facets && { facets: facets.map((each) => ({ ...each, broken: 0 })) }) };
}

/** Adds notes to a conclusion. A note is not an observation, so it does not make an obligation pass. */
export function withNotes(notes: Iterable<ReportText>, conclusion: Conclusion): Conclusion {
  return { ...conclusion, notes: [...conclusion.notes, ...notes] };
}
