import type { ObligationId } from '../../support/obligations';
import type { MockRequest, MockState, MockReply } from '../../support/mock/seams';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import type { ErrorBody, JsonObject } from '../replies';
import { errorEnvelopeReply, preprocessRequests, editRefusals, withBodyMembers } from '../replies';
import { withSeams } from '../stage';

/** A gateway that refuses wrong credentials in another way. */
function refusal(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  answer: (error: ErrorBody, call: MockRequest, state: MockState) => MockReply,
): Mutant {
  return serviceMutant(
    name,
    breaks,
    story,
    withSeams(editRefusals('session.create', 'wrongCredentials', answer)),
  );
}

const bodyOf = (call: MockRequest): JsonObject => JSON.parse(call.rawBody.toString('utf8')) as JsonObject;

const knows = (call: MockRequest, { account }: MockState): boolean =>
  bodyOf(call).clientId === account.clientId;

/** Status, code and message (SES-08). */
const documented: Mutant[] = [
  refusal('refusal-401', ['SES-08'], 'Wrong credentials are 401 everywhere else.', ({ code, message }) =>
    errorEnvelopeReply(401, code, message),
  ),
  refusal('code-with-colon', ['SES-08'], 'The code keeps the ": " that stands before the message.', (error) =>
    errorEnvelopeReply(400, `${error.code}: `, error.message),
  ),
  refusal('code-without-prefix', ['SES-08'], 'The code is stored without its prefix.', ({ message }) =>
    errorEnvelopeReply(400, '9999', message),
  ),
  refusal('code-of-malformed-body', ['SES-08'], 'All 400 answers share one code.', ({ message }) =>
    errorEnvelopeReply(400, 'SVC-1001', message),
  ),
  refusal('other-words', ['SES-08'], 'The message of the identity server is handed on.', ({ code }) =>
    errorEnvelopeReply(400, code, 'Invalid client or Invalid client credentials'),
  ),
  refusal('unknown-client-404', ['SES-08'], 'Clients are looked up before secrets.', (error, call, state) =>
    knows(call, state)
      ? errorEnvelopeReply(400, error.code, error.message)
      : errorEnvelopeReply(404, error.code, 'Client not found'),
  ),
  refusal('refusal-in-200', ['SES-08'], 'Errors travel in bodies, the status is always 200.', (error) =>
    errorEnvelopeReply(200, error.code, error.message),
  ),
  refusal(
    'unknown-client-500',
    ['SES-08'],
    'A client that is not found is not looked for twice.',
    (error, call, state) =>
      knows(call, state)
        ? errorEnvelopeReply(400, error.code, error.message)
        : errorEnvelopeReply(500, error.code, error.message),
  ),
  serviceMutant(
    'secret-not-checked',
    ['SES-08'],
    'The sandbox looks at clientId only.',
    withSeams(
      preprocessRequests('session.create', (call, { account }) =>
        withBodyMembers(call, 'clientSecret' in bodyOf(call) ? { clientSecret: account.clientSecret } : {}),
      ),
    ),
  ),
  serviceMutant(
    'anyone-is-let-in',
    ['SES-08'],
    'The check of credentials was switched off for a demonstration.',
    withSeams(
      preprocessRequests('session.create', (call, { account: { clientId, clientSecret } }) =>
        withBodyMembers(call, 'grantType' in bodyOf(call) ? { clientId, clientSecret } : {}),
      ),
    ),
  ),
];

/** Bodies without the error envelope (SES-09), which is part of the documented refusal (SES-08). */
const shape: Mutant[] = [
  refusal('flat-error', ['SES-08', 'SES-09'], 'Another team writes errors without the envelope.', (body) => ({
    status: 400,
    body,
  })),
  refusal(
    'error-list',
    ['SES-08', 'SES-09'],
    'Errors come as a list, since there may be several.',
    (error) => ({
      status: 400,
      body: [error],
    }),
  ),
  refusal(
    'error-with-timestamp',
    ['SES-08', 'SES-09'],
    'The framework adds time and path beside error.',
    (error) => ({
      status: 400,
      body: { timestamp: new Date().toISOString(), path: '/sessions', error },
    }),
  ),
  refusal(
    'error-names-in-capitals',
    ['SES-08', 'SES-09'],
    'The serialiser writes names with a capital.',
    ({ code, message }) => ({ status: 400, body: { error: { Code: code, Message: message } } }),
  ),
  refusal('list-in-error', ['SES-08', 'SES-09'], 'error is a list with one entry.', (error) => ({
    status: 400,
    body: { error: [error] },
  })),
  refusal('error-as-text', ['SES-08', 'SES-09'], 'error is a word, as OAuth has it.', ({ message }) => ({
    status: 400,
    body: { error: 'invalid_client', error_description: message },
  })),
  refusal(
    'message-only',
    ['SES-08', 'SES-09'],
    'A validation filter answers before the handler.',
    (error) => ({
      status: 400,
      body: { message: error.message },
    }),
  ),
  refusal('numeric-code', ['SES-08', 'SES-09'], 'The code is a number.', ({ message }) => ({
    status: 400,
    body: { error: { code: 9999, message } },
  })),
  refusal(
    'refusal-in-html',
    ['SES-08', 'SES-09'],
    'The error page of the web server gets in the way.',
    () => ({
      status: 400,
      headers: { 'content-type': 'text/html' },
      body: '<html><body><h1>400 Bad Request</h1></body></html>',
    }),
  ),
  refusal(
    'refusal-401-in-words-of-its-own',
    ['SES-08', 'SES-09'],
    'The framework refuses before any handler: 401, and an object of its own.',
    () => ({ status: 401, body: { statusCode: 401, message: 'Bad credentials' } }),
  ),
  refusal(
    'refusal-401-without-body',
    ['SES-08', 'SES-09'],
    'The status is all that is said, and is 401.',
    () => ({
      status: 401,
    }),
  ),
  refusal(
    'unknown-client-404-unlike-wrong-secret',
    ['SES-08', 'SES-09'],
    'Clients are looked up by one service, secrets by another without the envelope.',
    (error, call, state) =>
      knows(call, state) ? { status: 400, body: error } : errorEnvelopeReply(404, error.code, error.message),
  ),
  refusal('refusal-without-body', ['SES-08', 'SES-09'], 'The status is thought to say enough.', () => ({
    status: 400,
  })),
];

export const sessionRefusalMutants: readonly Mutant[] = [...documented, ...shape];
