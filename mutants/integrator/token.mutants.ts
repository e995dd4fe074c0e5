import type { ObligationId } from '../../support/obligations';
import { conformingSeams } from '../../support/client/integrator';
import type { SessionPolicy } from '../../support/client/integrator/session-keeper';
import type { OutgoingRequest } from '../../support/client/sender';
import type { Mutant } from '../mutant';
import type { EditRequest } from './edits';
import { interceptRequests, editRequests, freshStamp, withEditedBody, withHeaders, withUrl } from './edits';
import { brokenIntegrator } from './specimens';

function policy(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  change: () => Partial<SessionPolicy>,
): Mutant {
  return brokenIntegrator(name, breaks, story, () => ({
    sessions: { ...conformingSeams.sessions, ...change() },
  }));
}

/** How long a token serves (TOK-01, TOK-02). */
const lives: Mutant[] = [
  policy('session-for-every-request', ['TOK-01'], 'A session is created for each request.', () => ({
    usable: () => false,
  })),
  policy('token-for-five-uses', ['TOK-01'], 'The token is kept by an object that does not live long.', () => {
    let uses = 0;
    return {
      usable: (session, now) => (uses += 1) % 6 !== 0 && conformingSeams.sessions.usable(session, now),
    };
  }),
  policy(
    'every-error-renews',
    ['TOK-01', 'CRT-08'],
    'Every error is taken for an expired token, and the request sent again with a new one.',
    () => ({ refused: ({ status }) => status >= 400 }),
  ),
  brokenIntegrator(
    'session-for-each-service',
    ['TOK-01'],
    'The client of the registry has a session of its own.',
    interceptRequests(() => {
      let [session, token]: [OutgoingRequest?, string?] = [];
      return async (request, send) => {
        if (request.operation === 'session.create') session = request;
        if (request.service !== 'registry' || session === undefined) return send(request);
        if (token === undefined) {
          const answer = await send(withHeaders(session, freshStamp()));
          token = (JSON.parse(answer.body.toString()) as { accessToken: string }).accessToken;
        }
        return send(withHeaders(request, { Authorization: `Bearer ${token}` }));
      };
    }),
  ),
  brokenIntegrator('lifetime-hard-coded', ['TOK-02'], 'A token is thought to live twenty minutes.', {
    sessionReader: (answer, askedAt) => ({
      ...conformingSeams.sessionReader(answer, askedAt),
      expiresInSeconds: 1200,
    }),
  }),
  brokenIntegrator('lifetime-taken-for-minutes', ['TOK-02'], 'expiresIn is taken for minutes.', {
    sessionReader: (answer, askedAt) => {
      const session = conformingSeams.sessionReader(answer, askedAt);
      return { ...session, expiresInSeconds: session.expiresInSeconds * 60 };
    },
  }),
  brokenIntegrator(
    'first-token-goes-along',
    ['TOK-02'],
    'A shared header keeps a copy of the first token, beside the one in Authorization.',
    interceptRequests(() => {
      let first: string | undefined;
      return async (request, send) => {
        if (request.operation !== 'session.create')
          return send(first === undefined ? request : withHeaders(request, { 'X-Session': first }));
        const answer = await send(request);
        first ??= (JSON.parse(answer.body.toString()) as { accessToken?: string }).accessToken;
        return answer;
      };
    }),
  ),
  policy('renewed-after-401-only', ['TOK-02'], 'A token serves until a service refuses it.', () => ({
    usable: () => true,
  })),
];

/** A client that calls something else of the gateway, besides. */
function alsoCalling(name: string, story: string, method: 'GET' | 'POST', path: string): Mutant {
  const seams = interceptRequests(() => {
    let gateway = '';
    let called = false;
    return async (request, send) => {
      if (request.service === 'gateway') gateway = new URL(request.url).origin;
      const { Authorization } = request.headers;
      if (Authorization !== undefined && !called) {
        called = true;
        const headers = { Authorization, ...freshStamp() };
        await send({ service: 'gateway', method, url: gateway + path, headers });
      }
      return send(request);
    };
  });
  return brokenIntegrator(name, ['TOK-03'], story, seams);
}

/** Deprecated operations (TOK-03), beside those of the session. */
const deprecated: Mutant[] = [
  alsoCalling('heartbeat-of-v0-5', 'The old heartbeat is still asked for.', 'GET', '/gateway/v0.5/heartbeat'),
  alsoCalling('bridge-of-v1', 'The bridge is registered as of old.', 'POST', '/api/hiecm/gateway/v1/bridges'),
  alsoCalling('certificates-of-v2', 'Certificates are read at an old path.', 'GET', '/gateway/v2/certs'),
];

function secret(
  name: string,
  story: string,
  operation: 'session' | 'certificate' | 'otp' | 'fields',
  edit: EditRequest,
  alsoBreaks: readonly ObligationId[] = [],
): Mutant {
  return brokenIntegrator(name, ['TOK-04', ...alsoBreaks], story, editRequests([operation], edit));
}

/** The client secret (TOK-04). */
const secrets: Mutant[] = [
  secret(
    'secret-in-query',
    'The credentials stand in the query string of every GET.',
    'certificate',
    (request, { connection }) =>
      withUrl(request, (url) => {
        const { clientId, clientSecret } = connection.credentials;
        return `${url}?clientId=${clientId}&clientSecret=${encodeURIComponent(clientSecret)}`;
      }),
  ),
  secret(
    'secret-in-header',
    'The shared HTTP client puts the credentials on every request.',
    'otp',
    (request, { connection }) =>
      withHeaders(request, { 'X-Client-Secret': connection.credentials.clientSecret }),
  ),
  secret(
    'secret-in-basic-credentials',
    'Basic credentials stand beside the token.',
    'fields',
    (request, { connection }) => {
      const { clientId, clientSecret } = connection.credentials;
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      return withHeaders(request, { 'Proxy-Authorization': `Basic ${basic}` });
    },
  ),
  secret(
    'secret-in-otp-body',
    'The request object is built upon that of the session.',
    'otp',
    (request, { connection }) =>
      withEditedBody(request, (members) =>
        JSON.stringify({ ...members, clientSecret: connection.credentials.clientSecret }),
      ),
  ),
  secret(
    'session-from-a-page',
    'A web page creates the session.',
    'session',
    (request) =>
      withHeaders(request, {
        Origin: 'https://clinic.example',
        Referer: 'https://clinic.example/login',
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': 'cors',
        'Sec-Fetch-Dest': 'empty',
      }),
    ['TOK-08'],
  ),
  secret('session-from-a-web-view', 'An app creates the session in a web view.', 'session', (request) =>
    withHeaders(request, { Origin: 'capacitor://localhost' }),
  ),
];

/** Mistakes with the token and the secret. */
export const tokenUseMutants: readonly Mutant[] = [...lives, ...deprecated, ...secrets];
