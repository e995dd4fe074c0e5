import { Agent } from 'node:https';
import type { IntegratorSeams } from '../../support/client/integrator';
import { conformingSeams } from '../../support/client/integrator';
import type { RawAnswer, OutgoingRequest } from '../../support/client/sender';
import type { Harmless } from '../mutant';
import { editing, everyRequest, withBody, withHeaders, withUrl } from './edits';
import { identityBody } from './identity-body';
import { reading, sound } from './specimens';
import { behaving } from './stage';
import { http10, keepingAlive, nodeTransport } from './wires';

/** Headers that the document does not have, or writes differently. */
const headers: Harmless[] = [
  sound(
    'user-agent',
    'The client names itself.',
    editing(everyRequest, (request) =>
      withHeaders(request, { 'User-Agent': 'clinic/4.2 (Linux; x86_64) okhttp/5', Accept: '*/*' }),
    ),
  ),
  sound(
    'extra-headers',
    'Proxies and tracers add headers.',
    editing(everyRequest, (request) =>
      withHeaders(request, {
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        'X-Forwarded-For': '203.0.113.9',
        'Accept-Encoding': 'identity',
        'Accept-Language': 'en-IN',
        Via: '1.1 proxy',
      }),
    ),
  ),
  sound(
    'header-names-small',
    'Header names are in small letters, as HTTP/2 has them.',
    editing(everyRequest, (request) => ({
      ...request,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    })),
  ),
  sound(
    'header-names-capital',
    'Header names are in capitals.',
    editing(everyRequest, (request) => ({
      ...request,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    })),
  ),
  sound('json-with-charset', 'The media type names its charset.', {
    headers: {
      ...conformingSeams.headers,
      json: () => ({ 'Content-Type': 'application/json; charset=utf-8' }),
    },
  }),
  sound('bearer-in-small-letters', 'The name of the scheme is in small letters.', {
    headers: {
      ...conformingSeams.headers,
      authorization: (token) => ({ Authorization: `bearer ${token}` }),
    },
  }),
  sound(
    'sec-fetch-mode',
    'The fetch of a server runtime says Sec-Fetch-Mode, and nothing else that browsers say.',
    editing(everyRequest, (request) => withHeaders(request, { 'Sec-Fetch-Mode': 'cors' })),
  ),
  sound(
    'content-type-on-get',
    'The shared client declares JSON where there is no body.',
    editing(['certificate'], (request) => withHeaders(request, { 'Content-Type': 'application/json' })),
  ),
  sound(
    'cm-id-on-all',
    'X-CM-ID stands on every request, with the right value.',
    editing(everyRequest, (request, { connection }) => withHeaders(request, { 'X-CM-ID': connection.cmId })),
  ),
  sound(
    'v3-headers-on-all',
    'REQUEST-ID and TIMESTAMP stand on calls to the registry, too.',
    editing(['certificate', 'otp'], (request, { headers: own, stamp }) =>
      withHeaders(request, own.v3(stamp())),
    ),
  ),
  sound(
    'hip-agreed',
    'OTP verifications are bridge-scoped, and carry X-HIP-ID.',
    { start: behaving({}, reading({ 'bridge-scoped': ['otp.verify'] })) },
    { 'HDR-12': 'passed' },
  ),
  sound(
    'facility-agreed',
    'OTP verifications are bridge-scoped, and carry the facility that the target names.',
    { start: behaving({}, reading({ 'bridge-scoped': { 'otp.verify': 'IN0410000183' } })) },
    { 'HDR-12': 'passed' },
  ),
  sound(
    'hiu-agreed',
    'OTP verifications are bridge-scoped, and carry X-HIU-ID.',
    {
      start: behaving(
        { headers: { ...conformingSeams.headers, bridge: (id) => ({ 'X-HIU-ID': id }) } },
        reading({ 'bridge-scoped': ['otp.verify'] }),
      ),
    },
    { 'HDR-12': 'passed' },
  ),
];

/** Writes every body otherwise, with the same meaning. */
function bodies(rewrite: (text: string) => string): Pick<IntegratorSeams, 'requests'> {
  return editing(everyRequest, (request) =>
    request.body === undefined ? request : { ...request, body: rewrite(request.body) },
  );
}

const escaped = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON in other words. */
const json: Harmless[] = [
  sound(
    'members-in-another-order',
    'Members come in another order.',
    bodies((text) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(JSON.parse(text) as Record<string, unknown>).reverse()),
      ),
    ),
  ),
  sound(
    'json-indented',
    'JSON is indented.',
    bodies((text) => JSON.stringify(JSON.parse(text), null, '\t')),
  ),
  sound(
    'json-slashes-escaped',
    'Slashes are escaped, and so is what is not ASCII.',
    bodies((text) => escaped(text).replaceAll('/', '\\/')),
  ),
  sound(
    'json-plus-escaped',
    'Signs that mean something in HTML are escaped.',
    bodies((text) => text.replaceAll('+', '\\u002b').replaceAll('=', '\\u003d')),
  ),
  sound('session-with-scope', 'The session request has members besides.', {
    bodies: {
      ...conformingSeams.bodies,
      session: (credentials) => ({ ...conformingSeams.bodies.session(credentials), scope: 'all' }),
    },
  }),
];

/** Paths where the document prints neutral stand-ins. */
const segments: Harmless[] = [
  sound(
    'segments-of-its-own',
    "The paths hold the services' own segments, which the target does not name.",
    editing(['certificate', 'otp', 'fields'], (request) =>
      withUrl(request, (url) =>
        url.replace('/identity/api/', '/abha/api/').replace('/national-id/', '/aadhaar/'),
      ),
    ),
  ),
  sound('segments-that-the-target-names', "The target names the services' own segments.", {
    start: behaving({}, { paths: { identity: 'abha', nationalId: 'aadhaar' } }),
  }),
  sound(
    'certificates-with-a-query',
    'A query keeps caches from answering for the services.',
    editing(['certificate'], (request) => withUrl(request, (url) => `${url}?fresh=true`)),
  ),
];

/** Other ways over the wire. */
const wires: Harmless[] = [
  sound('kept-connections', 'Connections are kept alive.', () => ({ transport: keepingAlive() })),
  sound('tls-1-2-alone', 'The client speaks TLS 1.2, and the target says nothing of it.', {
    transport: nodeTransport({ maxVersion: 'TLSv1.2' }),
  }),
  sound('tls-1-3-agreed', 'The target wants TLS 1.3, which the client speaks.', {
    start: behaving({}, reading({ 'tls-least': '1.3' })),
  }),
  sound('handshakes-retried', 'What fails on its way is tried three times more at once.', {
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
  sound('tls-resumed', 'Connections are new, and resume the TLS session of the one before.', () => ({
    transport: nodeTransport({ agent: new Agent() }),
  })),
  sound('http-1-0', 'The client speaks HTTP/1.0.', { transport: http10 }),
  sound('chunked-bodies', 'Bodies are sent in chunks.', { transport: nodeTransport({ chunked: true }) }),
];

/** Fields where other services have them. */
const fields: Harmless[] = [
  sound(
    'otp-value-in-otp',
    'An OTP is sent to the identity service beside the time and the id of its request.',
    identityBody((otp, seal) => seal(otp)),
  ),
  ...([null, ''] as const).map((nothing) =>
    sound(
      `otp-value-${nothing === null ? 'null' : 'empty'}`,
      'Members that a request has no value for are written all the same, as libraries do.',
      editing(['fields'], (request) =>
        withBody(request, (body) =>
          JSON.stringify({ ...body, authData: { otp: { otpValue: nothing, mobile: nothing } } }),
        ),
      ),
    ),
  ),
];

/** Requests that differ, and break nothing. */
export const harmlessRequests: readonly Harmless[] = [...headers, ...segments, ...json, ...wires, ...fields];
