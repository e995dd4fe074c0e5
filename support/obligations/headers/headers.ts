import { home } from '../judge/home';
import { needed, requestId, timestamp } from '../judge/places';
import { constants } from '../../contract/constants';
import type { HeaderName } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { headerValue, intended } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { RuleContext, Judge } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { sight } from '../judge/sight';
import { carried, eachRequest, isAtPath, isNamed, isRequest, isV3, withheld } from '../judge/requests';
import { misnamed, tellMissing } from './misnamed';

function presence(header: HeaderName, cause: string): Judge {
  return eachExchange((exchange, context) => {
    const isOutOfReach = !isRequest(exchange) && misnamed(exchange, header) === undefined;
    if (isOutOfReach || !isV3(exchange, context)) return undefined;
    if (carried(exchange, header) !== undefined) return kept;
    const unknown = withheld(exchange, header);
    if (unknown !== undefined) return unknown;
    const sent = showRequest(exchange, 'a v3 request');
    return { breach: { sent, expected: `the header ${header}`, ...tellMissing(exchange, header, cause) } };
  });
}

/** Clause 5.2: every v3 request has a REQUEST-ID. */
export const requestIdPresent = home({
  id: 'HDR-02',
  clauses: ['5.2'],
  quote: 'REQUEST-ID | UUID v4, lowercase, new for every request | all v3 APIs',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Every v3 request has a REQUEST-ID',
  rule: 'The header REQUEST-ID is present on each v3 request.',
  mistakes: {
    'X-REQUEST-ID': 'an X- in front',
    REQUEST_ID: 'an underscore in place of the hyphen',
    RequestId: 'no hyphen',
    'X-Correlation-ID': 'the name of another header',
  },
  on: ['gateway', 'identity'],
  tells: requestId,
  judge: presence('REQUEST-ID', 'the header is set on the session call only, or not on a GET'),
});

/** Clause 5.2: every v3 request has a TIMESTAMP. */
export const timestampPresent = home({
  id: 'HDR-06',
  clauses: ['5.2'],
  quote:
    'TIMESTAMP | ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z; must be current | all ' +
    'v3 APIs',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Every v3 request has a TIMESTAMP',
  rule: 'The header TIMESTAMP is present on each v3 request.',
  mistakes: {
    'X-TIMESTAMP': 'an X- in front',
    'TIME-STAMP': 'a hyphen too many',
    TIME_STAMP: 'an underscore in the name',
    Date: 'the header of HTTP in its place',
  },
  on: ['gateway', 'identity'],
  tells: timestamp,
  judge: presence('TIMESTAMP', 'the header is set on the session call only, or not on a GET'),
});

const namesRightManager = sight(
  'right X-CM-ID',
  ['headers'],
  ({ request }, { cmId = constants.sandboxCmId }: RuleContext) => {
    const value = headerValue(request.headers, 'X-CM-ID') ?? '';
    return cmId === '' ? value.trim() !== '' : value === cmId;
  },
);

/** Clause 5.2: X-CM-ID where it belongs, and with the right value wherever it stands. */
export const consentManagerNamed = home({
  id: 'HDR-10',
  clauses: ['5.2'],
  quote: 'sbx in sandbox; the production consent-manager suffix in production',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'X-CM-ID names the right consent manager',
  rule:
    'The session call has an X-CM-ID, and so has each consent or data call that the target lists. ' +
    'Every X-CM-ID that is sent, on whatever call, is sbx in the sandbox and the configured suffix in ' +
    'production.',
  mistakes: {
    SBX: 'uppercase',
    '@sbx': 'an @ in front',
    dev: 'the suffix of another environment',
    '': 'no value',
  },
  tells: needed('request header x-cm-id'),
  judge: eachRequest((exchange, context) => {
    const { readings, cmId = constants.sandboxCmId } = context;
    const paths = readings['consent-paths'] ?? [];
    const needed = intended(exchange) === 'session.create' || paths.some((path) => isAtPath(exchange, path));
    const value = headerValue(exchange.request.headers, 'X-CM-ID');
    if (value === undefined && !needed) return undefined;
    if (namesRightManager(exchange, context)) return kept;
    const unknown = withheld(exchange, 'X-CM-ID');
    if (unknown !== undefined) return unknown;
    return {
      breach: {
        sent: showRequest(exchange, needed ? 'which carries X-CM-ID' : 'with X-CM-ID'),
        expected: `X-CM-ID: ${cmId || 'the suffix of production'}`,
        ...tellManager(exchange, value, cmId),
      },
    };
  }),
});

function tellManager(exchange: Exchange, value: string | undefined, right: string) {
  if (value === undefined || value.trim() === '')
    return tellMissing(exchange, 'X-CM-ID', 'the header is left out on this call');
  const isRespelt = value.toLowerCase().replace(/[^a-z0-9]/g, '') === right.toLowerCase();
  return {
    seen: `X-CM-ID: ${value}`,
    cause: isRespelt
      ? `another spelling of ${right}: the suffix stands alone, in the letters that were agreed`
      : 'the suffix of another environment',
  };
}

const bridgeHeaders = ['X-HIP-ID', 'X-HIU-ID'];

/** Clause 5.2: bridge-scoped requests name a HIP or HIU; which ones are, the target says (`bridge-scoped`). */
export const bridgeNamed = home({
  id: 'HDR-12',
  clauses: ['5.2'],
  quote:
    'X-HIP-ID / X-HIU-ID | facility or bridge role the message targets; a facility registry id ' +
    'doubles as the HIP id | bridge-scoped requests and callbacks',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Bridge-scoped requests name a HIP or HIU',
  rule:
    'X-HIP-ID or X-HIU-ID is on each request that the target lists as bridge-scoped. Without any in ' +
    'that list the obligation is not-applicable.',
  tells: needed('request header x-hip-id|x-hiu-id'),
  unless: ({ readings }) =>
    readings['bridge-scoped'] === null
      ? 'the target names no bridge-scoped operations: set readings.bridge-scoped'
      : undefined,
  judge: eachRequest((exchange, { readings }) => {
    const names = readings['bridge-scoped'] ?? [];
    if (!names.some((name) => isNamed(exchange, name))) return undefined;
    if (bridgeHeaders.some((name) => carried(exchange, name) !== undefined)) return kept;
    const unknown = withheld(exchange, ...bridgeHeaders);
    if (unknown !== undefined) return unknown;
    return {
      breach: {
        sent: showRequest(exchange, 'which the target names as bridge-scoped'),
        expected: 'X-HIP-ID or X-HIU-ID with the id of a facility or bridge',
        ...tellBridge(exchange),
      },
    };
  }),
});

function tellBridge(exchange: Exchange) {
  const near = bridgeHeaders.find((name) => misnamed(exchange, name) !== undefined);
  if (near !== undefined) return tellMissing(exchange, near, '');
  return {
    seen: 'neither of them',
    cause: 'the role is left out; where the operation is not bridge-scoped, correct readings.bridge-scoped',
  };
}
