import { configuredBridgeId, bridgeScopedOperations } from '../../contract/bridge-scope';
import type { DemandedHeader, RequestTraits } from '../../contract/demanded-headers';
import { demandsHeader, isSessionCall } from '../../contract/demanded-headers';
import { memberOf } from '../../contract/json';
import type { OperationId, ServiceName } from '../../contract/operations';
import {
  certificateOperationAt,
  isOutdatedCertificatePath,
  operationPattern,
  operations,
  pathsOfOperation,
} from '../../contract/operations';
import { isNamedBy } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange, EvidenceContext } from '../../exchange/exchange';
import { headerValue, intendedOperation, isAccepted, jsonBody } from '../../exchange/exchange';
import { createsId } from '../../exchange/fields';
import { headerValues, isSingleHeader } from '../../exchange/header-fields';
import type { ReportText } from '../../exchange/text';
import { whyWithheld } from '../../exchange/masks';
import type { Conclusion, Judge, Judgement, RuleContext, UnjudgedReason } from './judge';
import { dropKeptObservations, eachExchange, memoizeByExchange } from './judge';

/** Those of the document, and those of the readings. */
function knownPaths({ readings }: RuleContext): string[] {
  const own = readings['registry-session'].path;
  const named = [
    ...(readings['consent-paths'] ?? []),
    ...bridgeScopedOperations(readings),
    ...Object.keys(readings['oaep-hash']),
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

/** Whether a request goes to a path, of the document or of a reading, behind whatever base address. */
export function isAtPath(exchange: Exchange, path: string): boolean {
  return pathOfRequest(exchange).endsWith(path);
}

/** Whether a request goes to any of them. */
export function isAtKnownPath(exchange: Exchange, context: RuleContext): boolean {
  return knownPaths(context).some((path) => isAtPath(exchange, path));
}

/** Whether a request is one that a reading names: by an operation's id, or by a path. */
export function isNamedRequest(exchange: Exchange, name: string): boolean {
  return isNamedBy(name, { operation: exchange.operation, path: pathOfRequest(exchange) });
}

/** A service that publishes a key for encrypted fields. */
export type KeyService = Extract<ServiceName, 'identity' | 'registry'>;

/** A rule that judges each request by itself. */
export function eachRequest(
  judge: (exchange: Exchange, context: RuleContext) => Judgement | undefined,
): Judge {
  return eachExchange((exchange, context) =>
    isReadableRequest(exchange) ? judge(exchange, context) : undefined,
  );
}

/** Whether a request could be read: what an unreadable one would have carried is unknown. */
export function isReadableRequest({ request: { flaw } }: Exchange): boolean {
  return flaw?.kind !== 'unreadable';
}

/** Returns the values of a header that are not blank, without surrounding blanks, as they were recorded. */
export function nonBlankHeaders({ request }: Exchange, header: string): string[] {
  return headerValues(request.headers, header).flatMap((each) => each.trim() || []);
}

/** Returns the first value of a header that is not blank. */
export function nonBlankHeader(exchange: Exchange, header: string): string | undefined {
  return nonBlankHeaders(exchange, header)[0];
}

/** The cause if a request has a header twice that it may have only once. */
export const sentTwice =
  'the header is sent twice: a value is added where it should replace the one that is already set';

/**
 * Describes the first of these headers that a request has more than once; `undefined` if there is none. Ignores headers that
 * HTTP allows to be repeated.
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

/** Says so where a header that is missing may have been sent; every rule that would miss one asks this. */
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

/** What tells one process of the integrator from another; the same for all where nothing does. */
export function clientInstanceOf({ clientInstance = '' }: Pick<EvidenceContext, 'clientInstance'>): string {
  return clientInstance;
}

/** A request for the certificates by which callbacks are verified; the document does not say how it is made. */
export function isForCallbackCertificates(exchange: Exchange, { readings }: RuleContext): boolean {
  return isAtPath(exchange, readings['callback-certificates']);
}

const traitsOf = memoizeByExchange((exchange): RequestTraits => ({
  service: exchange.service,
  operation: exchange.operation,
  meant: exchange.meant,
  path: pathOfRequest(exchange),
  hasBody: (exchange.request.body?.bytes ?? 0) > 0,
}));

/** Returns whether a request must have this header, whether or not it has it. */
export function mustHaveHeader(exchange: Exchange, name: DemandedHeader, { readings }: RuleContext): boolean {
  return demandsHeader(name, traitsOf(exchange), readings);
}

/** A call by which the registry creates an ID (clauses 2.4, 5.1.5), by its path. */
export const isRegistration = (exchange: Exchange): boolean => createsId(pathOfRequest(exchange));

/** The documented session call, or what takes its place: an older path, another method, the registry's own. */
export const isSessionLike = memoizeByExchange((exchange, { readings }: RuleContext): boolean =>
  isSessionCall(traitsOf(exchange), readings),
);

/** A call that renews by a refresh token, which the document names no operation for (clause 5.1.9). */
export const isRefresh = memoizeByExchange((exchange): boolean => {
  const body = jsonBody(exchange.request);
  return (
    /\/refresh\w*\/?$/i.test(pathOfRequest(exchange)) ||
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
  return intendedOperation(exchange) === 'session.create' && isAccepted(exchange);
}

const owners: Readonly<Partial<Record<OperationId, KeyService>>> = {
  'certificate.identity': 'identity',
  'certificate.registry': 'registry',
};

/**
 * The service whose certificate a request fetches: by whatever method, and at whatever path, which is not judged by what is
 * judged of the fetch. At the gateway's address, on a path of old, it is that of the identity service.
 */
export function serviceOfCertificateFetch(exchange: Exchange): KeyService | undefined {
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
  return /\/cert(ificate)?\/?$/i.test(path) ? service : undefined;
});

const documentedPaths = operations.map(({ path }) => new RegExp(`${operationPattern(path)}$`));

/** Whether the document shows this request's path, at whatever service and by whatever method. */
export const isDocumentedPath = memoizeByExchange((exchange): boolean => {
  const path = pathOfRequest(exchange);
  return documentedPaths.some((each) => each.test(path));
});

export const bridgeHeaders = ['X-HIP-ID', 'X-HIU-ID'] as const;

export function isBridgeScoped(exchange: Exchange, { readings }: RuleContext): boolean {
  return bridgeScopedOperations(readings).some((name) => isNamedRequest(exchange, name));
}

/** The id that the target names for a message; `undefined`: none. */
function bridgeIdFor(exchange: Exchange, { readings }: RuleContext): string | undefined {
  const name = bridgeScopedOperations(readings).find((each) => isNamedRequest(exchange, each));
  return name === undefined ? undefined : configuredBridgeId(readings, name);
}

/** Whether a message names the facility or bridge that it is for, and the one that the target names, if it does. */
export const checkBridgeId = memoizeByExchange(
  (exchange, context: RuleContext): 'right' | 'another' | 'none' => {
    const ids = bridgeHeaders.map((name) => headerValue(exchange.request.headers, name)?.trim() ?? '');
    const wanted = bridgeIdFor(exchange, context);
    if (ids.every((id) => id === '')) return 'none';
    return wanted === undefined || ids.includes(wanted) ? 'right' : 'another';
  },
);

export const wrongBridgeCause =
  'the id of the sender, or of another facility, stands in place of the one that readings.bridge-scoped names';

/** What a message with another id than the target's shows. */
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
 * A prohibition counts as observed only after its tempting act: until then nothing was kept. What was broken
 * stays broken.
 */
export function keptOnlyIfTempted(tempted: boolean, conclusion: Conclusion): Conclusion {
  return tempted ? conclusion : dropKeptObservations(conclusion);
}

/** As above, for values that anyone can write down: they show nothing until they are used. */
export function onlyInUse(used: boolean, conclusion: Conclusion): Conclusion {
  const { unjudged } = conclusion;
  // Of nothing there is nothing to say.
  return used || conclusion.observations === 0
    ? conclusion
    : keptOnlyIfTempted(false, {
        ...conclusion,
        unjudged: [...unjudged, { kind: 'prevented', text: 'no transfer came about with what was sent' }],
      });
}

/** Too little was seen to judge by: as if nothing had been. */
export function emptyConclusionUnless(enough: boolean, conclusion: Conclusion): Conclusion {
  if (enough) return conclusion;
  const { facets, ...nothing } = dropKeptObservations({ ...conclusion, breaches: [], breachCount: 0 });
  return { ...nothing, ...(facets && { facets: facets.map((each) => ({ ...each, broken: 0 })) }) };
}

/** Adds what is only noted; a note alone does not show that the obligation is kept. */
export function withNotes(notes: Iterable<ReportText>, conclusion: Conclusion): Conclusion {
  return { ...conclusion, notes: [...conclusion.notes, ...notes] };
}
