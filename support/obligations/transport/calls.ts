import { beginnings } from '../../contract/cycle-beginnings';
import type { OperationId } from '../../contract/operations';
import { operationById, operationPattern, operations } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import { defaultReadings } from '../../contract/readings';
import { withoutBasePath } from '../../contract/bases';
import { minTlsVersion } from '../../contract/verified-tls';
import { pathOfRequest, readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import type { Reason } from '../../exchange/reason';
import { judgesEachMessage } from '../judge/absences';
import { showRequest } from '../judge/answers';
import { defineHome, placesAt } from '../judge/home';
import type { Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, keptJudgement, memoizeByExchange } from '../judge/judge';
import { eachRequest, isReadableRequest } from '../judge/requests';
import { mockServesTls } from '../../targets/target';

/** Whether a version of TLS, as Node names it, is as new as the target wants it. Names sort by age; `TLS` is any. */
export function isRecent(version: string, readings: Pick<ReadingValues, 'tls-least'>): boolean {
  return version === 'TLS' || version >= minTlsVersion(readings);
}

export const oldVersion = 'the other end speaks no newer version, and the target wants one (tls-least)';

/** How a handshake fails that began with a request in clear. */
const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

const configured = 'an address with http:// is called, and no recorded redirect led to it';
const redirected = 'a redirect to http was followed: refuse those that leave TLS';

/** Why nothing is said of a client's TLS: in a run, and by a mock that stands alone. */
export const plainHttpReason: Reason = {
  kind: 'left-out',
  text: 'plain http on loopback: set mock.tls to judge it',
  by: 'mock.tls: false',
};
export const mockOverPlainHttp: Reason = {
  kind: 'left-out',
  text: 'plain http on loopback: leave out --no-tls to judge it (startMock: set tls)',
  by: '--no-tls',
};

/**
 * Clause 2.4: TLS. Plain http on loopback is neither kept nor broken; but a request in clear where TLS is spoken is a
 * breach anywhere, although nothing more of it can be read.
 */
export const callsOverTls = defineHome({
  id: 'SEC-01',
  clauses: ['2.4'],
  quote: 'everywhere | plaintext JSON over TLS',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'All calls use TLS',
  rule:
    'The integrator makes every call over TLS. With plain http on loopback the obligation is ' +
    'not-tested (left-out).',
  latitude: {
    'the newest version of the client is TLS 1.2': 'tls-1-2-alone',
    'the target requires TLS 1.3': 'tls-1-3-agreed',
    'connections are kept alive': 'kept-connections',
    'a new connection resumes the TLS session': 'tls-resumed',
    'a failed connection is tried again at once': 'handshakes-retried',
  },
  absences: judgesEachMessage,
  causes: [configured, redirected, oldVersion],
  tells: placesAt('request line', 'request flaw', 'fact scheme', 'fact tlsVersion'),
  unless: (about) => (mockServesTls(about) ? undefined : plainHttpReason),
  judge: (context) => {
    const { readings } = context;
    const tally = new JudgementTally(context);
    /** Addresses in clear that an answer has sent the client on to. */
    const ledTo = new Set<string>();
    return {
      observe(exchange) {
        const judgement = judgeScheme(exchange, readings, (address) => ledTo.has(address));
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
        const next = addressAfter(exchange);
        if (next?.startsWith('http:') === true && ledTo.size < mostRedirects) ledTo.add(next);
      },
      conclude: () => tally.conclude(),
    };
  },
});

const mostRedirects = 1000;

/** Where an answer sends its request on to. */
const addressAfter = ({ request: { url }, response }: Exchange) => {
  const location = response && headerValue(response.headers, 'location');
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : undefined;
};

function judgeScheme(
  exchange: Exchange,
  readings: ReadingValues,
  isRedirected: (address: string) => boolean,
): Judgement | undefined {
  const { facts, request, service } = exchange;
  const overTls = 'http, at a port that speaks TLS';
  const cause = isRedirected(request.url) ? redirected : configured;
  if (request.flaw?.code === spokenInClear) return inClear(exchange, overTls, cause);
  if (service === undefined || !isReadableRequest(exchange)) return undefined;
  if (facts.scheme === 'https') return judgeVersion(exchange, readings);
  if (facts.inClear === true) return inClear(exchange, overTls, cause);
  return facts.loopback ? undefined : inClear(exchange, 'http', cause);
}

/** A version that is not known is one that the reading takes where it takes any that is spoken today. */
function judgeVersion(exchange: Exchange, readings: ReadingValues): Judgement {
  const { tlsVersion } = exchange.facts;
  if (tlsVersion === undefined)
    return readings['tls-least'] === defaultReadings['tls-least']
      ? keptJudgement
      : { unjudged: 'the recording does not hold the version of TLS (tls-least)' };
  if (isRecent(tlsVersion, readings)) return keptJudgement;
  return {
    breach: {
      sent: `${exchange.request.method} to ${readAddress(exchange.request.url).host}`,
      expected: `TLS ${readings['tls-least']} or newer`,
      seen: tlsVersion,
      cause: oldVersion,
    },
  };
}

function inClear({ request }: Exchange, seen: string, cause: string): Judgement {
  return {
    breach: {
      sent: `${request.method === 'UNKNOWN' ? 'a request' : request.method} to ${readAddress(request.url).host}`,
      expected: 'https',
      seen,
      cause,
    },
  };
}

const versioned = operations.filter(
  ({ service, receiver }) => service === 'registry' || (service === 'provider' && receiver === 'service'),
);

/** Whether a path lacks a version segment behind the base address. */
function isWithoutVersion(exchange: Exchange, bases: NonNullable<RuleContext['bases']>): boolean {
  const path = withoutBasePath(exchange.service, pathOfRequest(exchange), bases);
  return unversioned(path) === path;
}

const noVersion = 'the version segment is left out, as if the base address held it';
const otherVersion = "another version than the operation's own stands in the path";

/** Clauses 9.2, 9.3: operations of the registry and the provider side keep their version segments. */
export const versionSegments = defineHome({
  id: 'VER-01',
  clauses: ['9.2', '9.3'],
  quote: 'its operations carry their own v1 and v2 path segments.',
  subject: 'integrator',
  roles: ['registry', 'provider'],
  level: 'must',
  seen: 'passive',
  title: 'Paths keep their v1 and v2 segments',
  rule:
    'Behind the base addresses, the operations of the registry and of the provider side have the v1 ' +
    'and v2 segments that are documented for them.',
  providerMethods: [beginnings],
  latitude: {
    'the registry has a session under /v1/': 'registry-session-of-its-own',
    'the segment for the national ID is that of the service': 'segments-of-its-own',
    'each payer operation has a base address of its own': 'provider-with-a-prefix-for-each-operation',
    'other requests to the registry': 'registry-asked-about-other-things',
  },
  absences: judgesEachMessage,
  causes: [noVersion, otherVersion],
  on: ['registry', 'provider'],
  tells: placesAt('request line'),
  judge: eachRequest((exchange, { bases = [] }): Judgement | undefined => {
    if (exchange.service !== 'registry' && exchange.service !== 'provider') return undefined;
    if (versioned.some(({ id }) => id === exchange.operation)) return keptJudgement;
    const meant = operationMeant(exchange);
    if (meant === undefined) return undefined;
    return {
      breach: {
        sent: showRequest(exchange, `to the ${exchange.service}`),
        expected: `${operationById(meant).path} behind its base address`,
        seen: pathOfRequest(exchange),
        cause: isWithoutVersion(exchange, bases) ? noVersion : otherVersion,
      },
    };
  }),
});

/** The operation whose path this would be, were it not for its version segment. */
export const operationMeant = memoizeByExchange((exchange): OperationId | undefined => {
  const path = pathOfRequest(exchange);
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
