import { constants, meansSandbox } from '../../contract/constants';
import { headerDifference, headerDifferences } from '../../contract/names';
import type { HeaderName } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { headerValue, intendedOperation } from '../../exchange/exchange';
import { unsetReading } from '../../exchange/reason';
import {
  bridgeHeaders,
  checkBridgeId,
  wrongBridgeCause,
  describeRepeated,
  describeWrongBridge,
  sentTwice,
  nonBlankHeader,
  eachRequest,
  mustHaveHeader,
  isReadableRequest,
  isMeantAsSession,
  unjudgedIfWithheld,
} from '../judge/requests';
import { showRequest } from '../judge/answers';
import { judgesEachMessage } from '../judge/absences';
import { defineHome, requiredPlaces, requestIdPlaces, timestampPlaces, shownByRow } from '../judge/home';
import type { Judge, Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';

const strayBlank = 'a blank stands before the colon of the header, which makes the request unreadable';
const unfilled = 'the header was sent without a value: what it is filled from was empty';

/** Likely causes of a missing header that was sent under another name, or without a value. */
export const misnamedCauses: readonly string[] = [...Object.values(headerDifferences), strayBlank, unfilled];

/** A header that was sent under almost the right name, and how the name differs. */
interface Misnamed {
  readonly name: string;
  readonly why: string;
}

/** Correct header names. They never count as a misspelling of another header, even if they are similar. */
const rightNames = ['authorization', 'request-id', 'timestamp', 'x-cm-id', 'x-hip-id', 'x-hiu-id'].concat([
  'content-type',
  'content-length',
  'content-encoding',
  'accept',
  'bearer_auth',
  'date',
]);

/** Returns the header that was sent instead of a missing one; `undefined` if no header has a similar name. */
function misnamed({ request }: Exchange, header: string): Misnamed | undefined {
  const unreadable = request.flaw?.header;
  if (unreadable?.trim().toLowerCase() === header.toLowerCase()) return { name: unreadable, why: strayBlank };
  for (const [name] of request.headers) {
    const why = rightNames.includes(name.toLowerCase()) ? undefined : headerDifference(name, header);
    if (why !== undefined) return { name, why };
  }
  return undefined;
}

/**
 * Describes a missing header for the breach message. `otherwise` is the cause if the header is neither misnamed nor
 * blank.
 */
export function describeMissingHeader(
  exchange: Exchange,
  header: string,
  otherwise: string,
): { readonly seen: string; readonly cause: string } {
  const found = misnamed(exchange, header);
  if (found === undefined) {
    const isBlank = headerValue(exchange.request.headers, header) !== undefined;
    return {
      seen: isBlank ? `a blank ${header}` : `no ${header}`,
      cause: isBlank ? unfilled : otherwise,
    };
  }
  return { seen: `no ${header}, but ${JSON.stringify(found.name)}`, cause: found.why };
}

/** Kinds of calls that clients often make with separate code. */
type CallKind = 'the session call' | 'a GET' | 'another call';

function kindOf(exchange: Exchange): CallKind {
  if (intendedOperation(exchange) === 'session.create') return 'the session call';
  return exchange.request.method === 'GET' ? 'a GET' : 'another call';
}

const left = {
  everywhere: 'the header is set on no call',
  onSession:
    'the other calls have it: the session call is made by a client of its own, or before the header is set',
  butOnSession: 'the header is set on the session call only',
  onGets: 'the header is not set on a GET',
  here: 'the header is set for some calls one by one, and this one was left out',
} as const;

/**
 * Returns the likely cause of a missing header. `carriedBy` are the kinds of call that have the header; they are
 * complete only at the end of the recording.
 */
function whyMissing(from: CallKind, carriedBy: ReadonlySet<CallKind>): string {
  if (carriedBy.size === 0) return left.everywhere;
  if (!carriedBy.has(from)) {
    if (from === 'the session call') return left.onSession;
    if (carriedBy.size === 1 && carriedBy.has('the session call')) return left.butOnSession;
    if (from === 'a GET') return left.onGets;
  }
  return left.here;
}

const kinds: readonly CallKind[] = ['the session call', 'a GET', 'another call'];

function presence(header: HeaderName): Judge {
  return (context) => {
    const tally = new JudgementTally(context);
    const carriedBy = new Set<CallKind>();
    return {
      observe(exchange) {
        const isOutOfReach = !isReadableRequest(exchange) && misnamed(exchange, header) === undefined;
        if (isOutOfReach || !mustHaveHeader(exchange, header, context)) return;
        const isCarried = nonBlankHeader(exchange, header) !== undefined;
        if (isCarried) carriedBy.add(kindOf(exchange));
        tally.add(
          isCarried ? keptJudgement : (unjudgedIfWithheld(exchange, header) ?? missing(exchange, header)),
          exchange.seq,
        );
      },
      conclude() {
        const conclusion = tally.conclude();
        const breaches = conclusion.breaches.map((breach) => {
          const kind = kinds.find((each) => each === breach.cause);
          return kind === undefined ? breach : { ...breach, cause: whyMissing(kind, carriedBy) };
        });
        return { ...conclusion, breaches };
      },
    };
  };
}

/** Returns a breach with the kind of call in place of the cause. `presence` replaces it at the end of the recording. */
function missing(exchange: Exchange, header: HeaderName): Judgement {
  const sent = showRequest(exchange, `which needs ${header}`);
  const told = describeMissingHeader(exchange, header, kindOf(exchange));
  return { breach: { sent, expected: `the header ${header}`, ...told } };
}

/** Clause 5.2: every v3 request has a REQUEST-ID. */
export const requestIdPresent = defineHome({
  id: 'HDR-02',
  clauses: ['5.2'],
  quote: 'REQUEST-ID | UUID v4, lowercase, new for every request | all v3 APIs',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Every v3 request has a REQUEST-ID',
  rule:
    'The header REQUEST-ID is present on each v3 request. At the gateway, only a path with /api/ and the version 3 or a ' +
    'later one counts as one, or a documented path in which only the version is missing.',
  absences: judgesEachMessage,
  latitude: {
    'the header names are in lowercase': 'header-names-small',
    'the header names are in capitals': 'header-names-capital',
    'calls that are not v3 have a REQUEST-ID, too': 'v3-headers-on-all',
    'health checks without REQUEST-ID': 'health-checks',
  },
  causes: [...misnamedCauses, ...Object.values(left)],
  header: 'REQUEST-ID',
  tells: requestIdPlaces,
  judge: presence('REQUEST-ID'),
});

/** Clause 5.2: every v3 request has a TIMESTAMP. */
export const timestampPresent = defineHome({
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
  rule:
    'The header TIMESTAMP is present on each v3 request. At the gateway, paths without /api/ or without a version, such ' +
    'as health checks, are not judged, except documented paths in which only the version is missing.',
  absences: judgesEachMessage,
  latitude: {
    'the header names are in lowercase': 'header-names-small',
    'the header names are in capitals': 'header-names-capital',
    'calls that are not v3 have a TIMESTAMP, too': 'v3-headers-on-all',
    'health checks without TIMESTAMP': 'health-checks',
  },
  causes: [...misnamedCauses, ...Object.values(left)],
  header: 'TIMESTAMP',
  tells: timestampPlaces,
  judge: presence('TIMESTAMP'),
});

const cmIdCauses = {
  leftOut: 'the header is left out on this call',
  respelt: 'another spelling of the right suffix: it stands alone, in the letters that were agreed',
  sandbox: 'the suffix of the sandbox is sent in production',
  another: 'another suffix than that of this environment',
} as const;

const namesRightManager = ({ request }: Exchange, { cmId = constants.sandboxCmId }: RuleContext) => {
  const value = headerValue(request.headers, 'X-CM-ID') ?? '';
  return cmId === '' ? value.trim() !== '' && !meansSandbox(value) : value === cmId;
};

/** Clause 5.2: X-CM-ID is on every call that requires it, and has the right value on every call. */
export const consentManagerNamed = defineHome({
  id: 'HDR-10',
  clauses: ['5.2'],
  quote: 'sbx in sandbox; the production consent-manager suffix in production',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'X-CM-ID names the right consent manager',
  rule:
    'Each call whose clause lists X-CM-ID, such as the session call, has the header, and so has each ' +
    'consent or data call that the target lists. Every X-CM-ID that is sent, on whatever call, is sbx in ' +
    'the sandbox and the configured suffix in production. If the target configures none, every other value than sbx may be right there.',
  absences: judgesEachMessage,
  latitude: {
    'every request has X-CM-ID': 'cm-id-on-all',
    'further calls have X-CM-ID because the target lists them': 'headers-by-readings',
    'the header names are in capitals': 'header-names-capital',
    'the recorded value has blanks around it': shownByRow,
  },
  causes: [...misnamedCauses, sentTwice, ...Object.values(cmIdCauses)],
  header: 'X-CM-ID',
  tells: requiredPlaces('request header x-cm-id'),
  judge: eachRequest((exchange, context) => {
    const { cmId = constants.sandboxCmId } = context;
    const needed = mustHaveHeader(exchange, 'X-CM-ID', context);
    const value = headerValue(exchange.request.headers, 'X-CM-ID');
    if (value === undefined && !needed) return undefined;
    const repeated = describeRepeated(exchange, 'X-CM-ID');
    if (repeated === undefined && namesRightManager(exchange, context)) return keptJudgement;
    const unknown = unjudgedIfWithheld(exchange, 'X-CM-ID');
    if (unknown !== undefined) return unknown;
    return {
      breach: {
        sent: showRequest(exchange, needed ? 'which needs X-CM-ID' : 'with X-CM-ID'),
        expected: `X-CM-ID: ${cmId || `the suffix of production, which is not ${constants.sandboxCmId}`}`,
        ...(repeated ?? tellManager(exchange, value, cmId)),
      },
    };
  }),
});

const lettersOf = (suffix: string): string => suffix.toLowerCase().replace(/[^a-z0-9]/g, '');

function tellManager(exchange: Exchange, value: string | undefined, right: string) {
  if (value === undefined || value.trim() === '')
    return describeMissingHeader(exchange, 'X-CM-ID', cmIdCauses.leftOut);
  const seen = `X-CM-ID: ${value}`;
  const isRespelt = lettersOf(value) === lettersOf(right);
  if (isRespelt) return { seen, cause: cmIdCauses.respelt };
  return { seen, cause: meansSandbox(value) ? cmIdCauses.sandbox : cmIdCauses.another };
}

const roleLeftOut =
  'the role is left out; where the operation is not bridge-scoped, correct readings.bridge-scoped';

/** Clause 5.2: bridge-scoped requests name a HIP or HIU. The target lists these requests (reading `bridge-scoped`). */
export const bridgeNamed = defineHome({
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
    'X-HIP-ID or X-HIU-ID is on each request that the target lists as bridge-scoped, with the id that ' +
    'the target names for it, if any. That id can be the registry id of a facility, which doubles as the HIP id; ' +
    'without a named id, no value can be checked, because the document shows no form of a registry id. If the list is ' +
    'empty, it is not-tested (not-configured).',
  absences: judgesEachMessage,
  latitude: {
    'X-HIP-ID names the facility': 'hip-agreed',
    'X-HIU-ID names the bridge': 'hiu-agreed',
    'the id is the one that the target names': 'facility-agreed',
    'sessions and certificate requests are bridge-scoped, too': 'headers-by-readings',
  },
  causes: [...misnamedCauses, sentTwice, roleLeftOut, wrongBridgeCause],
  header: 'X-HIP-ID',
  tells: requiredPlaces('request header x-hip-id|x-hiu-id'),
  unless: ({ readings }) =>
    readings['bridge-scoped'] === null
      ? unsetReading('the target names no bridge-scoped operations: set readings.bridge-scoped')
      : undefined,
  judge: eachRequest((exchange, context) => {
    if (!mustHaveHeader(exchange, 'X-HIP-ID', context)) return undefined;
    const found = checkBridgeId(exchange, context);
    const repeated = describeRepeated(exchange, ...bridgeHeaders);
    if (repeated === undefined && found === 'right') return keptJudgement;
    const unknown = unjudgedIfWithheld(exchange, ...bridgeHeaders);
    if (unknown !== undefined) return unknown;
    return {
      breach: {
        sent: showRequest(exchange, 'which the target names as bridge-scoped'),
        expected: 'X-HIP-ID or X-HIU-ID with the id of a facility or bridge',
        ...(repeated ??
          (found === 'another' ? describeWrongBridge(exchange, context) : tellBridge(exchange))),
      },
    };
  }),
});

function tellBridge(exchange: Exchange) {
  const near = bridgeHeaders.find((name) => misnamed(exchange, name) !== undefined);
  if (near !== undefined) return describeMissingHeader(exchange, near, '');
  return { seen: 'neither of them', cause: roleLeftOut };
}

const declaresJson = ({ request }: Exchange) =>
  /^application\/json[ \t]*(;|$)/i.test(headerValue(request.headers, 'Content-Type')?.trim() ?? '');

const contentTypeCauses = {
  none: 'no type is set; some HTTP libraries set none by default',
  form: 'a form is declared, as some HTTP libraries do by default',
  text: 'text/plain is declared, as some HTTP libraries do by default',
  otherJson: 'another type of JSON than the one that is agreed',
  otherType: 'another type is declared than the one that is agreed',
} as const;

/** Clause 5.2: a body is declared as JSON. */
export const jsonDeclared = defineHome({
  id: 'HDR-11',
  clauses: ['5.2'],
  quote: 'Content-Type | application/json | requests with a body',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'JSON bodies are declared as application/json',
  rule:
    'Where a documented request has a body that is not empty, its Content-Type is application/json, ' +
    'with or without parameters.',
  absences: judgesEachMessage,
  latitude: {
    'the media type has a charset': 'json-with-charset',
    'a request without a body has a Content-Type, too': 'content-type-on-get',
    'the type is in capitals': shownByRow,
    'parameters in other notations': shownByRow,
  },
  causes: [...misnamedCauses, sentTwice, ...Object.values(contentTypeCauses)],
  follows: ['SES-02', 'OTP-01'],
  header: 'Content-Type',
  tells: requiredPlaces('request header content-type'),
  judge: eachRequest((exchange, context) => {
    const isSession = isMeantAsSession(exchange);
    const isDocumented = exchange.operation !== undefined || isSession;
    const hasBody = (exchange.request.body?.bytes ?? 0) > 0;
    if (!isDocumented || !hasBody || !mustHaveHeader(exchange, 'Content-Type', context)) return undefined;
    const repeated = describeRepeated(exchange, 'Content-Type');
    if (repeated === undefined && declaresJson(exchange)) return keptJudgement;
    const unknown = unjudgedIfWithheld(exchange, 'Content-Type');
    if (unknown !== undefined) return unknown;
    const value = headerValue(exchange.request.headers, 'Content-Type');
    return {
      breach: {
        sent: showRequest(exchange, 'with a body'),
        expected: 'Content-Type: application/json, with or without parameters such as charset=utf-8',
        ...(repeated ?? describeType(exchange, value)),
      },
    };
  }),
});

function describeType(exchange: Exchange, value: string | undefined) {
  return value === undefined || value.trim() === ''
    ? describeMissingHeader(exchange, 'Content-Type', contentTypeCauses.none)
    : { seen: `Content-Type: ${value}`, cause: likelyType(value) };
}

function likelyType(value: string): string {
  if (/x-www-form-urlencoded|multipart/i.test(value)) return contentTypeCauses.form;
  if (/^text\/plain/i.test(value)) return contentTypeCauses.text;
  return /json/i.test(value) ? contentTypeCauses.otherJson : contentTypeCauses.otherType;
}
