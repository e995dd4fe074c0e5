import { randomUUID } from 'node:crypto';
import type { ObligationId } from '../../support/obligations';
import type { IntegratorSeams } from '../../support/client/integrator';
import { conformingSeams } from '../../support/client/integrator';
import type { Mutant } from '../mutant';
import type { EditRequest } from './edits';
import { interceptRequests, editRequests, withEditedBody, withHeaders, withUrl } from './edits';
import { brokenIntegrator } from './specimens';

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An integrator whose session request has another body. */
function body(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  session: (credentials: Credentials) => object,
): Mutant {
  const bodies: IntegratorSeams['bodies'] = { ...conformingSeams.bodies, session };
  return brokenIntegrator(name, breaks, story, { bodies });
}

/** An integrator whose session request is changed as a whole. */
function request(name: string, breaks: readonly ObligationId[], story: string, edit: EditRequest): Mutant {
  return brokenIntegrator(name, breaks, story, editRequests(['session'], edit));
}

const v3 = '/api/hiecm/gateway/v3/sessions';
const to = (path: string) => (url: string) => url.replace(v3, path);

/** Where the session is asked for (SES-01). */
const paths: Mutant[] = [
  request(
    'session-of-v0-5',
    ['SES-01', 'TOK-03'],
    'The session path of version 0.5 is still configured.',
    (each) => withUrl(each, to('/gateway/v0.5/sessions')),
  ),
  request('session-without-version', ['SES-01'], 'The version was lost from the base address.', (each) =>
    withUrl(each, to('/api/hiecm/gateway/sessions')),
  ),
  request('session-singular', ['SES-01'], 'The path was typed from memory.', (each) =>
    withUrl(each, to('/api/hiecm/gateway/v3/session')),
  ),
  request(
    'session-by-get',
    ['SES-01'],
    'A session is fetched by GET, with id and secret in the query string.',
    ({ body: text = '{}', ...each }) => {
      const members = JSON.parse(text) as Record<string, string>;
      return withUrl({ ...withHeaders(each, { 'Content-Type': undefined }), method: 'GET' }, (url) =>
        [url, new URLSearchParams(members).toString()].join('?'),
      );
    },
  ),
  brokenIntegrator(
    'session-of-v0-5-first',
    ['SES-01', 'TOK-03'],
    'The old session path is tried before the new one.',
    interceptRequests(() => async (each, send) => {
      if (each.operation === 'session.create')
        await send(withUrl(withHeaders(each, { 'REQUEST-ID': randomUUID() }), to('/gateway/v0.5/sessions')));
      // It was composed before the other was answered, which may take a while: it needs a new time.
      const again = { TIMESTAMP: new Date().toISOString() };
      return send(each.operation === 'session.create' ? withHeaders(each, again) : each);
    }),
  ),
];

const literal = 'client_credentials';

/** What the session request says (SES-02, SES-03). */
const contents: Mutant[] = [
  body(
    'session-in-snake-case',
    ['SES-02'],
    'Members are named as OAuth names them.',
    ({ clientId, clientSecret }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: literal,
    }),
  ),
  body('secret-not-configured', ['SES-02'], 'The secret is an empty text.', ({ clientId }) => ({
    clientId,
    clientSecret: '',
    grantType: literal,
  })),
  body('client-id-null', ['SES-02'], 'The id was never configured.', ({ clientSecret }) => ({
    clientId: null,
    clientSecret,
    grantType: literal,
  })),
  body('grant-type-left-out', ['SES-02'], 'There is one grant only, so it is not named.', (credentials) => ({
    ...credentials,
  })),
  body('session-in-list', ['SES-02'], 'A serialiser writes one object as a list.', (credentials) => [
    { ...credentials, grantType: literal },
  ]),
  request(
    'session-as-form',
    ['SES-02', 'HDR-11'],
    'The session is asked for with a form, as OAuth has it.',
    (each) =>
      withEditedBody(withHeaders(each, { 'Content-Type': 'application/x-www-form-urlencoded' }), (members) =>
        new URLSearchParams(members as Record<string, string>).toString(),
      ),
  ),
  body('grant-type-password', ['SES-03'], 'Another grant is asked for.', (credentials) => ({
    ...credentials,
    grantType: 'password',
  })),
  body('grant-type-in-capitals', ['SES-03'], 'The name of an enum stands for its value.', (credentials) => ({
    ...credentials,
    grantType: 'CLIENT_CREDENTIALS',
  })),
  body('grant-type-with-hyphen', ['SES-03'], 'The literal is spelt with a hyphen.', (credentials) => ({
    ...credentials,
    grantType: 'client-credentials',
  })),
];

/** A header that the session request lacks, for its own sake and as one of all v3 requests. */
function lacking(name: string, header: string, also: ObligationId): Mutant {
  return request(name, ['SES-04', also], `The session call lacks ${header}.`, (each) =>
    withHeaders(each, { [header]: undefined }),
  );
}

/** Headers of the session request (SES-04). */
const headers: Mutant[] = [
  lacking('session-without-request-id', 'REQUEST-ID', 'HDR-02'),
  lacking('session-without-timestamp', 'TIMESTAMP', 'HDR-06'),
  lacking('session-without-cm-id', 'X-CM-ID', 'HDR-10'),
  lacking('session-without-content-type', 'Content-Type', 'HDR-11'),
];

/** Mistakes in the session request. */
export const sessionRequestMutants: readonly Mutant[] = [...paths, ...contents, ...headers];
