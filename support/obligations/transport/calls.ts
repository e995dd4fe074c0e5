import type { OperationId } from '../../contract/operations';
import { operation, operations } from '../../contract/operations';
import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { Judgement } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { eachRequest, isRequest, operationPattern, pathOf } from '../judge/requests';

/** How a handshake fails that began with a request in clear. */
const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

/**
 * Clause 2.4: TLS. Plain http on loopback is neither kept nor broken; but a request in clear where TLS is spoken is a
 * breach anywhere, although nothing more of it can be read.
 */
export const callsOverTls = eachExchange('SEC-01', (exchange) => {
  const { facts, request, service } = exchange;
  if (request.flaw?.code === spokenInClear) return inClear(exchange, 'http, at a port that speaks TLS');
  if (service === undefined || !isRequest(exchange)) return undefined;
  if (facts.scheme === 'https') return kept;
  if (facts.inClear === true) return inClear(exchange, 'http, at a port that speaks TLS');
  return facts.loopback ? undefined : inClear(exchange, 'http');
});

function inClear({ request }: Exchange, got: string): Judgement {
  return {
    breach: {
      sent: `${request.method === 'UNKNOWN' ? 'a request' : request.method} to ${readAddress(request.url).host}`,
      expected: 'https',
      got,
      likely: 'an address with http:// is configured, or a redirect to one was followed',
    },
  };
}

const versioned = operations.filter(
  ({ service, receiver }) => service === 'registry' || (service === 'provider' && receiver === 'service'),
);

/** Clauses 9.2, 9.3: operations of the registry and the provider side keep their version segments. */
export const versionSegments = eachRequest('VER-01', (exchange): Judgement | undefined => {
  if (exchange.service !== 'registry' && exchange.service !== 'provider') return undefined;
  if (versioned.some(({ id }) => id === exchange.operation)) return kept;
  const meant = operationMeant(exchange);
  if (meant === undefined) return undefined;
  return {
    breach: {
      sent: showRequest(exchange, `to the ${exchange.service}`),
      expected: `${operation(meant).path} behind its base address`,
      got: pathOf(exchange),
      likely: "the version of the base address is taken for the operation's own, or the other way round",
    },
  };
});

/** The operation whose path this would be, were it not for its version segment. */
const operationMeant = sight('operation meant', ['url'], (exchange): OperationId | undefined => {
  const path = pathOf(exchange);
  const meant = versioned.find(
    ({ service, path: documented }) =>
      service === exchange.service &&
      !endsIn(path, documented) &&
      endsIn(unversioned(path), unversioned(documented)),
  );
  return meant?.id;
});

const endsIn = (path: string, documented: string): boolean =>
  new RegExp(`${operationPattern(documented)}$`).test(path);

const unversioned = (path: string): string => path.replace(/\/v\d+(\.\d+)?(?=\/)/g, '');
