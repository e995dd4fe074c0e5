import { randomUUID } from 'node:crypto';
import { headerDifferences } from '../../support/contract/names';
import type { ObligationId } from '../../support/obligations';
import type { HeaderComposer, RequestComposer } from '../../support/client/integrator/requests';
import { conformingSeams } from '../../support/client/integrator';
import { unnamedCmId } from '../../support/contract/constants';
import type { Mutant } from '../mutant';
import type { EditRequest } from './edits';
import { editRequests, withHeaders, withSecondHeader } from './edits';
import { brokenIntegrator, targetReadings } from './specimens';
import { startClientWithSeams } from './stage';

/** Creates an integrator that composes a group of headers differently. */
function writing(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  change: Partial<HeaderComposer>,
): Mutant {
  return brokenIntegrator(name, breaks, story, { headers: { ...conformingSeams.headers, ...change } });
}

/** Creates an integrator that changes or omits headers of some requests. */
function sending(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  operations: readonly (keyof RequestComposer)[],
  changed: Readonly<Record<string, string | undefined>>,
): Mutant {
  return brokenIntegrator(
    name,
    breaks,
    story,
    editRequests(operations, (request) => withHeaders(request, changed)),
  );
}

/** Mistakes in Authorization (HDR-01). */
const authorization: Mutant[] = [
  writing('token-without-bearer', ['HDR-01'], 'The word Bearer is left out.', {
    authorization: (token) => ({ Authorization: token }),
  }),
  writing('bearer-twice', ['HDR-01'], 'The scheme is configured and added once more.', {
    authorization: (token) => ({ Authorization: `Bearer Bearer ${token}` }),
  }),
  writing('token-in-capitals', ['HDR-01'], 'All header values are put into capitals.', {
    authorization: (token) => ({ Authorization: `Bearer ${token.toUpperCase()}` }),
  }),
  brokenIntegrator('refresh-token-for-access-token', ['HDR-01'], 'The wrong member of the session is kept.', {
    sessionReader: (answer, askedAt) => {
      const { refreshToken } = JSON.parse(answer.body.toString()) as { refreshToken: string };
      return { ...conformingSeams.sessionReader(answer, askedAt), accessToken: refreshToken };
    },
  }),
  brokenIntegrator(
    'token-from-a-file',
    ['HDR-01'],
    'A token of another environment stands in the configuration.',
    {
      sessionReader: (answer, askedAt) => ({
        ...conformingSeams.sessionReader(answer, askedAt),
        accessToken: 'eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjQxMDI0NDQ4MDB9.c2lnbmF0dXJl',
      }),
    },
  ),
  sending('otp-without-token', ['HDR-01'], 'An OTP is thought to be proof enough.', ['otp'], {
    Authorization: undefined,
  }),
];

/**
 * Missing or blank REQUEST-ID and TIMESTAMP. In most cases, the session and certificate requests have them (HDR-02,
 * HDR-06).
 */
const presence: Mutant[] = [
  sending('fields-without-request-id', ['HDR-02'], 'The id is set on documented calls.', ['fields'], {
    'REQUEST-ID': undefined,
  }),
  sending('request-id-blank', ['HDR-02'], 'The id comes from a context that is not there.', ['fields'], {
    'REQUEST-ID': ' ',
  }),
  sending('fields-without-timestamp', ['HDR-06'], 'The time is set on documented calls.', ['fields'], {
    TIMESTAMP: undefined,
  }),
  sending(
    'request-id-nowhere',
    ['HDR-02', 'SES-04', 'CRT-04'],
    'What the header is for is not known.',
    ['session', 'certificate', 'fields'],
    { 'REQUEST-ID': undefined },
  ),
  sending(
    'timestamp-nowhere',
    ['HDR-06', 'SES-04', 'CRT-04'],
    'What the header is for is not known.',
    ['session', 'certificate', 'fields'],
    { TIMESTAMP: undefined },
  ),
  sending('timestamp-called-date', ['HDR-06'], 'The time stands in Date alone.', ['fields'], {
    TIMESTAMP: undefined,
    Date: new Date().toUTCString(),
  }),
];

const longAgo = '2020-01-01T00:00:00.000Z';

/** Creates an integrator that sends a header twice. */
function repeating(
  name: string,
  breaks: readonly ObligationId[],
  operations: readonly (keyof RequestComposer)[],
  header: string,
  second: (first: string) => string = (first) => first,
): Mutant {
  const edit: EditRequest = (request) =>
    withSecondHeader(request, header, second(request.headers[header] ?? ''));
  const story = `An interceptor adds ${header} to requests that have it already.`;
  const diagnosis = Object.fromEntries(breaks.map((id) => [id, 'sent twice']));
  return { ...brokenIntegrator(name, breaks, story, editRequests(operations, edit)), diagnosis };
}

/** Headers that a request may have only once, sent twice (HDR-01, HDR-03, HDR-07, HDR-08, HDR-10, HDR-11). */
const repeated: Mutant[] = [
  repeating('authorization-twice', ['HDR-01'], ['fields'], 'Authorization'),
  repeating('request-id-twice', ['HDR-03'], ['fields'], 'REQUEST-ID', () => randomUUID()),
  repeating('timestamp-twice', ['HDR-07'], ['fields'], 'TIMESTAMP'),
  {
    ...repeating('timestamp-twice-once-stale', ['HDR-07', 'HDR-08'], ['fields'], 'TIMESTAMP', () => longAgo),
    diagnosis: { 'HDR-07': 'sent twice' },
  },
  repeating('cm-id-twice', ['HDR-10'], ['session'], 'X-CM-ID'),
  repeating('content-type-twice', ['HDR-11'], ['otp'], 'Content-Type'),
];

interface AlmostRight {
  readonly right: string;
  readonly wrong: string;
  readonly on: keyof RequestComposer;
  /** Difference from the right name, which the message of the failure must contain. */
  readonly why: string;
}

/** Creates an integrator that sends a header under a similar name. */
function misnaming(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  { right, wrong, on, why }: AlmostRight,
): Mutant {
  const edit: EditRequest = (request) =>
    right in request.headers
      ? withHeaders(request, { [right]: undefined, [wrong]: request.headers[right] })
      : request;
  const diagnosis = Object.fromEntries(breaks.map((id) => [id, why]));
  return { ...brokenIntegrator(name, breaks, story, editRequests([on], edit)), diagnosis };
}

/** Header names that are almost right (HDR-02, HDR-06 and HDR-10, and SES-04 and CRT-04, which list the headers). */
const names: Mutant[] = [
  misnaming('request-id-in-one-word', ['HDR-02', 'SES-04'], 'The hyphen is thought to be optional.', {
    right: 'REQUEST-ID',
    wrong: 'REQUESTID',
    on: 'session',
    why: headerDifferences.hyphens,
  }),
  misnaming('request-id-with-underscore', ['HDR-02'], 'The name of a variable is sent.', {
    right: 'REQUEST-ID',
    wrong: 'Request_Id',
    on: 'fields',
    why: headerDifferences.underscore,
  }),
  misnaming('request-id-of-frameworks', ['HDR-02', 'CRT-04'], 'A framework adds the id by its own name.', {
    right: 'REQUEST-ID',
    wrong: 'X-Request-ID',
    on: 'certificate',
    why: headerDifferences.prefixed,
  }),
  misnaming('timestamp-misspelt', ['HDR-06'], 'The name was typed from memory.', {
    right: 'TIMESTAMP',
    wrong: 'TimeStmap',
    on: 'fields',
    why: headerDifferences.misspelt,
  }),
  misnaming('cm-id-with-underscore', ['HDR-10', 'SES-04'], 'One of two hyphens is an underscore.', {
    right: 'X-CM-ID',
    wrong: 'X-CM_ID',
    on: 'session',
    why: headerDifferences.underscore,
  }),
];

/** A client that sends `sent` as X-CM-ID in production, under a target with the given `cmId`. */
function inProduction(name: string, cmId: string, story: string, sent: string): Mutant {
  const headers = { ...conformingSeams.headers, cmId: () => ({ 'X-CM-ID': sent }) };
  const target = { environment: 'production', cmId } as const;
  return brokenIntegrator(name, ['HDR-10'], story, { start: startClientWithSeams({ headers }, target) });
}

/** Mistakes in X-CM-ID (HDR-10). */
const consentManager: Mutant[] = [
  writing('cm-id-of-production', ['HDR-10'], 'The suffix is that of another environment.', {
    cmId: () => ({ 'X-CM-ID': 'abc' }),
  }),
  writing('cm-id-in-capitals', ['HDR-10'], 'The suffix is put into capitals.', {
    cmId: (cmId) => ({ 'X-CM-ID': cmId.toUpperCase() }),
  }),
  writing('cm-id-with-at-sign', ['HDR-10'], 'The suffix keeps the sign that it is written behind.', {
    cmId: (cmId) => ({ 'X-CM-ID': `@${cmId}` }),
  }),
  sending(
    'other-cm-id-on-certificates',
    ['HDR-10'],
    'A default of the HTTP client stands on calls that need none.',
    ['certificate'],
    { 'X-CM-ID': 'dev' },
  ),
  brokenIntegrator(
    'cm-id-left-out-on-data-calls',
    ['HDR-10'],
    'The consent manager is thought to be known from the session.',
    {
      start: startClientWithSeams(
        editRequests(['fields'], (request) => withHeaders(request, { 'X-CM-ID': undefined })),
        targetReadings({ 'consent-paths': ['/enrolment/fields'] }),
      ),
    },
  ),
  inProduction('cm-id-of-sandbox-in-production', 'abc', 'The value of the sandbox is hard-coded.', 'sbx'),
  inProduction(
    'cm-id-of-sandbox-unlike-any',
    unnamedCmId,
    'The value of the sandbox was never changed.',
    'sbx',
  ),
  inProduction('cm-id-of-sandbox-in-capitals', unnamedCmId, 'The sandbox is named, in capitals.', 'SBX'),
];

/** Mistakes in Content-Type (HDR-11). */
const contentType: Mutant[] = [
  writing('text-plain', ['HDR-11'], 'The HTTP library sends text by default.', {
    json: () => ({ 'Content-Type': 'text/plain;charset=UTF-8' }),
  }),
  sending('otp-called-form', ['HDR-11'], 'JSON is sent under the name of a form.', ['otp'], {
    'Content-Type': 'application/x-www-form-urlencoded',
  }),
  sending('otp-without-content-type', ['HDR-11'], 'The body says what it is.', ['otp'], {
    'Content-Type': undefined,
  }),
  sending('json-of-a-vendor', ['HDR-11'], 'A media type of its own is used.', ['otp'], {
    'Content-Type': 'application/vnd.api+json',
  }),
];

/** A target with a reading that makes OTP verification bridge-scoped. */
const bridgeScoped = targetReadings({ 'bridge-scoped': ['otp.verify'] });

/** A target with a reading that makes OTP verification bridge-scoped and sets the id of the facility. */
const facilityNamed = targetReadings({ 'bridge-scoped': { 'otp.verify': 'IN0410000183' } });

function unnamed(
  name: string,
  story: string,
  bridge: HeaderComposer['bridge'],
  agreed: typeof bridgeScoped = bridgeScoped,
): Mutant {
  const headers = { ...conformingSeams.headers, bridge };
  return brokenIntegrator(name, ['HDR-12'], story, { start: startClientWithSeams({ headers }, agreed) });
}

/** Mistakes in X-HIP-ID (HDR-12). */
const bridge: Mutant[] = [
  unnamed('hip-left-out', 'The facility is thought to be known from the token.', () => ({})),
  unnamed('hip-blank', 'The id of the facility is not configured.', () => ({ 'X-HIP-ID': '' })),
  unnamed(
    'hip-of-another-facility',
    'The id of the sender is put in.',
    () => ({ 'X-HIP-ID': 'IN0410000001' }),
    facilityNamed,
  ),
  unnamed('hip-twice', 'An interceptor adds the header once more.', (id) => ({ 'X-HIP-ID': `${id}, ${id}` })),
  unnamed('hip-misspelt', 'The header is spelt with an underscore.', (id) => ({ X_HIP_ID: id })),
];

/** Mistakes in headers that many requests share. */
export const requestHeaderMutants: readonly Mutant[] = [
  ...authorization,
  ...presence,
  ...repeated,
  ...names,
  ...consentManager,
  ...contentType,
  ...bridge,
];
