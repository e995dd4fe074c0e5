import { bridgeScopedOperations } from './bridge-scope';
import { isLikelyTypo } from './is-likely-typo';
import type { HeaderName, Operation, OperationId, ServiceName } from './operations';
import { operationById, operationPattern, operations } from './operations';
import type { ReadingValues } from './readings';
import { defaultReadings, isNamedBy, mobileOtpPaths } from './readings';

/**
 * A header that a request must have. Two of them also stand for a second header, and a request then needs one of the
 * two: `X-HIP-ID` for X-HIU-ID on a bridge-scoped request, and `Authorization` for bearer_auth on a payer operation, if
 * the reading `provider-authorization` is `either` ({@link tokenHeadersOf}).
 */
export type DemandedHeader = HeaderName | 'X-HIP-ID';

/** The properties of a request that decide which headers it must have. */
export interface RequestTraits {
  /** The service that receives the request. `undefined` if it goes to no known service. */
  readonly service?: ServiceName | undefined;
  /** The documented operation that the request calls. `undefined` if it calls none. */
  readonly operation?: OperationId | undefined;
  /**
   * The documented operation that the client wanted to call, if its path or its method is wrong. `undefined`
   * if nothing suggests one.
   */
  readonly meant?: OperationId | undefined;
  /** The path, with or without the path of the service's base address in front. */
  readonly path: string;
  /** The path without the path of the base address. If it is `undefined`, `path` is used instead. */
  readonly pathBehindBase?: string | undefined;
  /** The HTTP method. If it is `undefined`, the request is treated as one that may create a session. */
  readonly method?: string | undefined;
  readonly hasBody: boolean;
  /** Whether the body asks the gateway or the registry for a session, at a path that no reading names. */
  readonly requestsSession?: boolean | undefined;
}

type Readings = Pick<
  ReadingValues,
  | 'bridge-scoped'
  | 'callback-certificates'
  | 'consent-paths'
  | 'mobile-otp-path'
  | 'payment-ack'
  | 'provider-authorization'
  | 'registry-session'
  | 'trigger-authorization'
>;

/**
 * Returns whether a request must have a header. Three sources demand headers: the row of the operation, clause
 * 5.2, and the target's readings. This is the only place that decides it. The judges, the mock, the clients and
 * the published documents all ask this file.
 */
export function demandsHeader(name: DemandedHeader, request: RequestTraits, readings: Readings): boolean {
  return isListedInRow(name, request) || demands[name](request, readings);
}

/** Returns all headers that a request must have. */
export function demandedHeaders(request: RequestTraits, readings: Readings): ReadonlySet<DemandedHeader> {
  const names = Object.keys(demands) as DemandedHeader[];
  return new Set(names.filter((name) => demandsHeader(name, request, readings)));
}

/**
 * Returns the headers that every request to a documented operation must have. By default, applies the default
 * readings.
 */
export function headersDemandedBy(
  { id, service, path, method }: Operation,
  readings: Readings = defaultReadings,
): ReadonlySet<DemandedHeader> {
  return demandedHeaders({ service, operation: id, path, hasBody: method === 'POST' }, readings);
}

function isListedInRow(name: DemandedHeader, { operation, meant }: RequestTraits): boolean {
  const lists = (id: OperationId) => operationById(id).headers.some((each) => each === name);
  if (operation !== undefined) return lists(operation);
  // A request with a wrong path is a v3 request only if its own path contains v3.
  return meant !== undefined && name !== 'REQUEST-ID' && name !== 'TIMESTAMP' && lists(meant);
}

type IsDemanded = (request: RequestTraits, readings: Readings) => boolean;

/**
 * Every call needs Authorization except the session call (clause 5.2). The dummy payer's operations have
 * `bearer_auth` instead (clause 4.4); the reading `trigger-authorization` can demand both. The reading
 * `provider-authorization` can set `bearer_auth` for payer operations. The document does not show how the callback
 * certificates are fetched.
 */
const needsAuthorization: IsDemanded = (request, readings) => {
  const { service } = request;
  if (service === undefined || !tokenHeadersOf(request, readings).includes('Authorization')) return false;
  if (service === 'dummyPayer') return readings['trigger-authorization'] === 'required';
  return isCallWithToken(request, readings);
};

/** Returns whether a request to any service but the dummy payer carries a token: it calls an API that needs one. */
const isCallWithToken: IsDemanded = (request, readings) =>
  isApiCall(request, readings) &&
  !isSessionCall(request, readings) &&
  !fetchesCallbackCertificates(request, readings);

const isV3Request: IsDemanded = (request, readings) =>
  isV3Path(request) && !fetchesCallbackCertificates(request, readings);

const fetchesCallbackCertificates: IsDemanded = ({ path }, readings) =>
  path.endsWith(readings['callback-certificates']);

/** Whether clause 5.2 or a reading demands a header. */
const demands: Readonly<Record<DemandedHeader, IsDemanded>> = {
  Authorization: needsAuthorization,
  'REQUEST-ID': isV3Request,
  TIMESTAMP: isV3Request,
  'X-CM-ID': (request, { 'consent-paths': paths }) => (paths ?? []).some((path) => isNamedBy(path, request)),
  'X-HIP-ID': (request, readings) =>
    bridgeScopedOperations(readings).some((name) => isNamedBy(name, request)),
  'Content-Type': ({ service, hasBody }) => service !== undefined && hasBody,
  bearer_auth: (request, readings) =>
    !tokenHeadersOf(request, readings).includes('Authorization') && isCallWithToken(request, readings),
  // Only rows demand this header.
  Accept: () => false,
};

/** A header that can carry a token. */
export type TokenHeader = 'Authorization' | 'bearer_auth';

const payerTokenHeaders: Readonly<Record<Readings['provider-authorization'], readonly TokenHeader[]>> = {
  authorization: ['Authorization'],
  bearer_auth: ['bearer_auth'],
  either: ['Authorization', 'bearer_auth'],
};

/**
 * Returns the headers that may carry the token of a call; one of them is enough. This is Authorization, unless the
 * reading `provider-authorization` names others for the operations that a provider calls at a payer (clause 4.6).
 */
export function tokenHeadersOf(
  { service, operation }: Pick<RequestTraits, 'service' | 'operation'>,
  { 'provider-authorization': choice }: Pick<Readings, 'provider-authorization'>,
): readonly TokenHeader[] {
  const isCallback = operation !== undefined && operationById(operation).receiver === 'provider';
  return payerTokenHeaders[service === 'provider' && !isCallback ? choice : 'authorization'];
}

const sessionPath = /\/sessions?(\/refresh\w*)?\/?$/i;
/** Matches a path that ends in `token`, unless the segment before it names another resource, as in `/link/token`. */
const tokenPath =
  /(^|\/(gateway|oauth2?|auth|connect|openid-connect|api|v\d+(\.\d+)?))\/token(\/refresh\w*)?\/?$/i;

/**
 * Returns whether a path may be that of a request for a session, of any service and any version. Accepts the sessions
 * of something else and the paths of tokens, too. Such a path excuses a request from carrying a token, but does not
 * make the request a session call of clause 4.1 that can be judged. {@link resemblesSessionPath} finds the paths of
 * that call. That function accepts misspelt words, and this one does not.
 */
export const isSessionPath = (path: string): boolean => sessionPath.test(path) || tokenPath.test(path);

/**
 * Returns whether a path of the gateway is the one of clause 4.1, a near miss of it, or that of older sessions, such as
 * `/gateway/v0.5/sessions`. A near miss has another version, a misspelt word or fewer words. Sessions of something
 * else, such as `/chat/sessions`, belong to other operations, and so do the paths of tokens. {@link isSessionPath}
 * accepts both.
 */
export function resemblesSessionPath(path: string): boolean {
  const segments = path.replace(/(\/refresh\w*)?\/?$/i, '').split('/');
  const last = segments.pop() ?? '';
  if (!isLikelyTypo(last, 'sessions')) return false;
  if (/^v0\.\d+$/i.test(segments.at(-1) ?? '')) return true;
  const before = segments.findLast((each) => !/^(v\d+(\.\d+)?)?$/i.test(each));
  return before === undefined || ['api', 'hiecm', 'gateway'].some((each) => isLikelyTypo(before, each));
}

/**
 * Returns whether a request asks for a session: by the documented operation, by a similar path such as that
 * of an older version, by the registry's own operation at the path of the reading `registry-session`, or with the
 * client's credentials in its body. The method DELETE ends a session, so it never asks for one.
 */
export function isSessionCall(
  { service, operation, meant, path, method, requestsSession = false }: RequestTraits,
  { 'registry-session': { path: own } }: Pick<Readings, 'registry-session'>,
): boolean {
  if (method === 'DELETE') return false;
  return (
    (operation ?? meant) === 'session.create' ||
    isSessionPath(path) ||
    requestsSession ||
    (own !== null && service === 'registry' && path.endsWith(own))
  );
}

const versionSegment = /\/v(\d+)(?:\.\d+)?(?=\/|$)/gi;
const apiSegment = /\/api(?=\/|$)/i;

/** Returns the main number of the last version in a path; `undefined` if the path does not contain a version. */
function versionIn(path: string): number | undefined {
  const [, version] = [...path.matchAll(versionSegment)].at(-1) ?? [];
  return version === undefined ? undefined : Number(version);
}

/**
 * Returns whether a request calls an API. Health checks and metrics share the address of a service, but the document
 * does not describe them, so it does not demand a token on them. An API call has a version or `api` in its path behind
 * the base address, or it calls an operation that the document or a reading names.
 */
export function isApiCall(
  { operation, meant, path, pathBehindBase: own = path }: RequestTraits,
  readings: Readings,
): boolean {
  return (
    (operation ?? meant) !== undefined ||
    apiSegment.test(own) ||
    versionIn(own) !== undefined ||
    [
      ...(readings['consent-paths'] ?? []),
      ...bridgeScopedOperations(readings),
      ...mobileOtpPaths(readings),
    ].some((name) => isNamedBy(name, { path })) ||
    path.endsWith(readings['payment-ack'])
  );
}

/**
 * Returns whether a path belongs to the v3 APIs (clause 5.2). At the identity service, these are the paths with v3 as
 * their last version. At the gateway, they have the segment `api` and the version 3 or a later one. A path counts, too,
 * if only its version is missing.
 */
export function isV3Path({ service, path }: Pick<RequestTraits, 'service' | 'path'>): boolean {
  if (service !== 'gateway' && service !== 'identity') return false;
  const version = versionIn(path);
  if (version === undefined) return lacksOnlyItsVersion({ service, path });
  return service === 'identity' ? version === 3 : version >= 3 && apiSegment.test(path);
}

const v3Operations = operations.filter(({ path }) => path.includes('/v3/'));

/**
 * Returns whether a path is a documented path of the v3 APIs in which only `v3` is missing, such as
 * `/api/hiecm/gateway/sessions`.
 */
export function lacksOnlyItsVersion({ service, path }: Pick<RequestTraits, 'service' | 'path'>): boolean {
  return v3Operations.some(
    (each) =>
      each.service === service &&
      new RegExp(`${operationPattern(each.path.replace('/v3/', '/'))}$`).test(path),
  );
}
