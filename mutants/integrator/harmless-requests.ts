import { Agent } from 'node:https';
import type { IntegratorSeams } from '../../support/client/integrator';
import { operationPath } from '../../support/contract/operations';
import { conformingSeams } from '../../support/client/integrator';
import type { RawAnswer, OutgoingRequest } from '../../support/client/sender';
import type { HarmlessSubject } from '../mutant';
import {
  editRequests,
  everyRequest,
  freshStamp,
  interceptRequests,
  withEditedBody,
  withHeaders,
  withUrl,
} from './edits';
import { identityBodySeams } from './identity-body';
import { targetReadings, harmlessIntegrator } from './specimens';
import { startClientWithSeams } from './stage';
import { http10, keepingAlive, nodeTransport } from './wires';

/** Headers that the document does not have, or writes differently. */
const headers: HarmlessSubject[] = [
  harmlessIntegrator(
    'user-agent',
    'The client names itself.',
    editRequests(everyRequest, (request) =>
      withHeaders(request, { 'User-Agent': 'clinic/4.2 (Linux; x86_64) okhttp/5', Accept: '*/*' }),
    ),
  ),
  harmlessIntegrator(
    'extra-headers',
    'Proxies and tracers add headers.',
    editRequests(everyRequest, (request) =>
      withHeaders(request, {
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        'X-Forwarded-For': '203.0.113.9',
        'Accept-Encoding': 'identity',
        'Accept-Language': 'en-IN',
        Via: '1.1 proxy',
      }),
    ),
  ),
  harmlessIntegrator(
    'header-names-small',
    'Header names are in small letters, as HTTP/2 has them.',
    editRequests(everyRequest, (request) => ({
      ...request,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    })),
  ),
  harmlessIntegrator(
    'header-names-capital',
    'Header names are in capitals.',
    editRequests(everyRequest, (request) => ({
      ...request,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    })),
  ),
  harmlessIntegrator('json-with-charset', 'The media type names its charset.', {
    headers: {
      ...conformingSeams.headers,
      json: () => ({ 'Content-Type': 'application/json; charset=utf-8' }),
    },
  }),
  harmlessIntegrator('bearer-in-small-letters', 'The name of the scheme is in small letters.', {
    headers: {
      ...conformingSeams.headers,
      authorization: (token) => ({ Authorization: `bearer ${token}` }),
    },
  }),
  harmlessIntegrator(
    'sec-fetch-mode',
    'The fetch of a server runtime says Sec-Fetch-Mode, and nothing else that browsers say.',
    editRequests(everyRequest, (request) => withHeaders(request, { 'Sec-Fetch-Mode': 'cors' })),
  ),
  harmlessIntegrator(
    'referer-of-a-library',
    'The HTTP library of the backend sets Referer.',
    editRequests(everyRequest, (request) => withHeaders(request, { Referer: 'https://clinic.example/' })),
  ),
  harmlessIntegrator(
    'content-type-on-get',
    'The shared client declares JSON where there is no body.',
    editRequests(['certificate'], (request) => withHeaders(request, { 'Content-Type': 'application/json' })),
  ),
  harmlessIntegrator(
    'cm-id-on-all',
    'X-CM-ID stands on every request, with the right value.',
    editRequests(everyRequest, (request, { connection }) =>
      withHeaders(request, { 'X-CM-ID': connection.cmId }),
    ),
  ),
  harmlessIntegrator(
    'v3-headers-on-all',
    'REQUEST-ID and TIMESTAMP stand on calls to the registry, too.',
    editRequests(['certificate', 'otp'], (request, { headers: own, stamp }) =>
      withHeaders(request, own.v3(stamp())),
    ),
  ),
  harmlessIntegrator(
    'hip-agreed',
    'OTP verifications are bridge-scoped, and carry X-HIP-ID.',
    { start: startClientWithSeams({}, targetReadings({ 'bridge-scoped': ['otp.verify'] })) },
    { 'HDR-12': 'passed' },
  ),
  harmlessIntegrator(
    'headers-by-readings',
    'Sessions, certificates and registry calls are bridge-scoped or consent calls, and carry the headers.',
    {
      start: startClientWithSeams(
        {},
        targetReadings({
          'bridge-scoped': ['session.create', 'certificate.identity', '/api/v1/enrolment/fields'],
          'consent-paths': ['/api/v1/auth/cert', '/verifyOTP', '/api/v1/enrolment/fields'],
        }),
      ),
    },
    { 'HDR-10': 'passed', 'HDR-12': 'passed' },
  ),
  harmlessIntegrator(
    'facility-agreed',
    'OTP verifications are bridge-scoped, and carry the facility that the target names.',
    {
      start: startClientWithSeams({}, targetReadings({ 'bridge-scoped': { 'otp.verify': 'IN0410000183' } })),
    },
    { 'HDR-12': 'passed' },
  ),
  harmlessIntegrator(
    'hiu-agreed',
    'OTP verifications are bridge-scoped, and carry X-HIU-ID.',
    {
      start: startClientWithSeams(
        { headers: { ...conformingSeams.headers, bridge: (id) => ({ 'X-HIU-ID': id }) } },
        targetReadings({ 'bridge-scoped': ['otp.verify'] }),
      ),
    },
    { 'HDR-12': 'passed' },
  ),
];

/** Writes every body otherwise, with the same meaning. */
function bodies(rewrite: (text: string) => string): Pick<IntegratorSeams, 'requests'> {
  return editRequests(everyRequest, (request) =>
    request.body === undefined ? request : { ...request, body: rewrite(request.body) },
  );
}

const escaped = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON in other words. */
const json: HarmlessSubject[] = [
  harmlessIntegrator(
    'members-in-another-order',
    'Members come in another order.',
    bodies((text) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(JSON.parse(text) as Record<string, unknown>).reverse()),
      ),
    ),
  ),
  harmlessIntegrator(
    'json-indented',
    'JSON is indented.',
    bodies((text) => JSON.stringify(JSON.parse(text), null, '\t')),
  ),
  harmlessIntegrator(
    'json-slashes-escaped',
    'Slashes are escaped, and so is what is not ASCII.',
    bodies((text) => escaped(text).replaceAll('/', '\\/')),
  ),
  harmlessIntegrator(
    'json-plus-escaped',
    'Signs that mean something in HTML are escaped.',
    bodies((text) => text.replaceAll('+', '\\u002b').replaceAll('=', '\\u003d')),
  ),
  harmlessIntegrator('session-with-scope', 'The session request has members besides.', {
    bodies: {
      ...conformingSeams.bodies,
      session: (credentials) => ({ ...conformingSeams.bodies.session(credentials), scope: 'all' }),
    },
  }),
];

/** Paths where the document prints neutral stand-ins. */
const segments: HarmlessSubject[] = [
  harmlessIntegrator(
    'segments-of-its-own',
    "The paths hold the services' own segments, which the target does not name.",
    editRequests(['certificate', 'otp', 'fields'], (request) =>
      withUrl(request, (url) =>
        url.replace('/identity/api/', '/abha/api/').replace('/national-id/', '/aadhaar/'),
      ),
    ),
  ),
  harmlessIntegrator('segments-that-the-target-names', "The target names the services' own segments.", {
    start: startClientWithSeams({}, { paths: { identity: 'abha', nationalId: 'aadhaar' } }),
  }),
  harmlessIntegrator(
    'certificates-probed-with-head',
    'The client sends HEAD to see whether a certificate has changed, and then fetches it.',
    interceptRequests(() => async (request, send) => {
      // The type of outgoing requests has only the methods of the document.
      const stamped = request.service === 'identity' ? withHeaders(request, freshStamp()) : request;
      const head = { ...stamped, method: 'HEAD' as 'GET' };
      if (request.operation?.startsWith('certificate.') === true) await send(head);
      return send(request);
    }),
  ),
  harmlessIntegrator(
    'certificates-with-a-query',
    'A query keeps caches from answering for the services.',
    editRequests(['certificate'], (request) => withUrl(request, (url) => `${url}?fresh=true`)),
  ),
];

const healthPaths = ['/', '/health', '/actuator/health', '/favicon.ico', '/metrics'] as const;

/** Sends health checks to the base address of each documented request, without any header. */
const checkingHealth = interceptRequests(() => async (request, send) => {
  const { service, operation, url } = request;
  if (operation !== undefined) {
    const base = url.replace(operationPath(operation), '');
    for (const path of healthPaths) await send({ service, method: 'GET', url: base + path, headers: {} });
  }
  return send(request);
});

/** Sends a request for a link token once, with the token of the session. */
const requestingLinkToken = interceptRequests(() => {
  let base: string | undefined;
  return async (request, send) => {
    const { service, operation, url, headers } = request;
    if (operation === 'session.create') base = url.replace(operationPath(operation), '');
    const { Authorization } = headers;
    if (service === 'identity' && Authorization !== undefined && base !== undefined) {
      const asked = { Authorization, ...freshStamp(), 'Content-Type': 'application/json' };
      const path = '/api/hiecm/gateway/v3/link/token';
      await send({ service: 'gateway', method: 'POST', url: base + path, headers: asked, body: '{}' });
      base = undefined;
    }
    return send(request);
  };
});

/** Calls another system behind the address of the gateway once, at a path with an old version of its own. */
const callingAnotherSystem = interceptRequests(() => {
  let isCalled = false;
  return async (request, send) => {
    const { service, operation, url } = request;
    const answer = await send(request);
    if (operation !== 'session.create' || answer.status !== 200 || isCalled) return answer;
    isCalled = true;
    const there = url.replace(operationPath(operation), '/hospital/v1/patients');
    const { accessToken = '' } = JSON.parse(answer.body.toString()) as { accessToken?: string };
    const headers = { Authorization: `Bearer ${accessToken}` };
    await send({ service, method: 'GET', url: there, headers });
    return answer;
  };
});

/** Requests to services that the document does not describe. */
const beside: HarmlessSubject[] = [
  harmlessIntegrator('health-checks', 'A monitor of the client checks the health of each service.', {
    ...checkingHealth,
  }),
  harmlessIntegrator('link-token-requested', 'The client requests a token of another kind at the gateway.', {
    ...requestingLinkToken,
  }),
  harmlessIntegrator(
    'another-system-at-the-gateway',
    'Another system behind the address of the gateway has paths of v1.',
    callingAnotherSystem,
  ),
];

/** Asks the registry for an OTP, for a person and for the verification of a mobile number before each verification. */
const askingTheRegistry = interceptRequests(() => async (request, send) => {
  if (request.operation === 'otp.verify') {
    const base = request.url.replace(/\/v2\/registration\/.*/, '');
    const { headers } = request;
    const { txnId } = JSON.parse(request.body ?? '{}') as { txnId: string };
    const body = JSON.stringify({ txnId });
    for (const path of ['national-id/generateOTP', 'mobile/verifyOTP'])
      await send({
        service: 'registry',
        method: 'POST',
        url: `${base}/v2/registration/${path}`,
        headers,
        body,
      });
    const { 'Content-Type': type, ...bodiless } = headers;
    await send({
      service: 'registry',
      method: 'GET',
      url: `${base}/v1/search?type=doctor`,
      headers: bodiless,
    });
  }
  return send(request);
});

/** Requests to other operations than those that the document shows. */
const otherOperations: HarmlessSubject[] = [
  harmlessIntegrator(
    'registry-asked-about-other-things',
    'The client uses other operations of the registry before it verifies an OTP.',
    askingTheRegistry,
  ),
];

/** Other ways over the wire. */
const wires: HarmlessSubject[] = [
  harmlessIntegrator('kept-connections', 'Connections are kept alive.', () => ({
    transport: keepingAlive(),
  })),
  harmlessIntegrator('tls-1-2-alone', 'The client speaks TLS 1.2, and the target says nothing of it.', {
    transport: nodeTransport({ maxVersion: 'TLSv1.2' }),
  }),
  harmlessIntegrator('tls-1-3-agreed', 'The target wants TLS 1.3, which the client speaks.', {
    start: startClientWithSeams({}, targetReadings({ 'tls-least': '1.3' })),
  }),
  harmlessIntegrator('handshakes-retried', 'What fails on its way is tried three times more at once.', {
    transport: (ca) => {
      const own = conformingSeams.transport(ca);
      const again = (request: OutgoingRequest, left: number): Promise<RawAnswer> =>
        own.send(request).catch((error: unknown) => {
          if (left === 0) throw error;
          return again(request, left - 1);
        });
      return { send: (request) => again(request, 3) };
    },
  }),
  harmlessIntegrator(
    'tls-resumed',
    'Connections are new, and resume the TLS session of the one before.',
    () => ({
      transport: nodeTransport({ agent: new Agent() }),
    }),
  ),
  harmlessIntegrator('http-1-0', 'The client speaks HTTP/1.0.', { transport: http10 }),
  harmlessIntegrator('chunked-bodies', 'Bodies are sent in chunks.', {
    transport: nodeTransport({ chunked: true }),
  }),
];

/** Fields where other services have them. */
const fields: HarmlessSubject[] = [
  harmlessIntegrator(
    'otp-value-in-otp',
    'An OTP is sent to the identity service beside the time and the id of its request.',
    identityBodySeams((otp, seal) => seal(otp)),
  ),
  ...([null, ''] as const).map((nothing) =>
    harmlessIntegrator(
      `otp-value-${nothing === null ? 'null' : 'empty'}`,
      'Members that a request has no value for are written all the same, as libraries do.',
      editRequests(['fields'], (request) =>
        withEditedBody(request, (body) =>
          JSON.stringify({ ...body, authData: { otp: { otpValue: nothing, mobile: nothing } } }),
        ),
      ),
    ),
  ),
];

/** Requests that differ, and break nothing. */
export const harmlessRequests: readonly HarmlessSubject[] = [
  ...headers,
  ...segments,
  ...beside,
  ...json,
  ...wires,
  ...fields,
  ...otherOperations,
];
