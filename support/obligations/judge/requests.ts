import type { OperationId, ServiceName } from '../../contract/operations';
import { certificateEnding, isOldCertificate, operationPattern, operations } from '../../contract/operations';
import { createsId } from '../../exchange/fields';
import type { Exchange, Occasion } from '../../exchange/exchange';
import { headerValue, intended, jsonBody, isAccepted } from '../../exchange/exchange';
import { whyWithheld } from '../../exchange/withheld';
import { isAtPath } from './paths';
import type { Judgement, RuleContext, Judge, Unjudged } from './judge';
import { eachExchange } from './judge';
import { sight } from './sight';
import { memberOf } from '../../contract/json';
import { pathOf } from '../../exchange/address';

export { isAtPath, isNamed } from './paths';

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

const hasV3Path = sight((exchange) => pathOf(exchange).includes('/api/v3/'));

/** A v3 request: to the gateway, or to the identity service's v3 paths. */
export function isV3(exchange: Exchange, context: RuleContext): boolean {
  if (exchange.service === 'identity') return hasV3Path(exchange);
  return exchange.service === 'gateway' && !isForCallbackCertificates(exchange, context);
}

/** A call by which the registry creates an ID (clauses 2.4, 5.1.5), by its path. */
export const isRegistration = (exchange: Exchange): boolean => createsId(pathOf(exchange));

/** The path of a request for a session, of whatever version. */
export const sessionPath = /\/(sessions?|token)(\/refresh\w*)?\/?$/i;
const hasSessionPath = sight((exchange) => sessionPath.test(pathOf(exchange)));

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
export const isRefresh = sight((exchange): boolean => {
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

const certificateAt = sight((exchange): KeyService | undefined => {
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
export const isDocumentedPath = sight((exchange): boolean => {
  const path = pathOf(exchange);
  return documentedPaths.some((each) => each.test(path));
});
