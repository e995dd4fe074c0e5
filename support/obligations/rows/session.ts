import { area } from './area';

/** What the session operation and its answers owe (clauses 2.1 to 2.3, 4.1). */
export const session = area('session', {
  'SES-01': {
    clauses: ['4.1'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'Gateway sessions come from POST on the v3 path',
    rule:
      'The integrator obtains its gateway session by a POST to /api/hiecm/gateway/v3/sessions. ' +
      'Where the registry runs a session of its own on its own host, that one is only noted.',
  },
  'SES-02': {
    clauses: ['2.1'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'The session request names client, secret and grant type',
    rule:
      'The body of a session request is JSON. It holds clientId and ' +
      'clientSecret, both strings with at least one character, and grantType.',
  },
  'SES-03': {
    clauses: ['2.1'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'The grant type is client_credentials',
    rule: 'The value of grantType is exactly the text client_credentials.',
  },
  'SES-04': {
    clauses: ['4.1'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'The session request has its four headers',
    rule: 'On a session request stand the headers REQUEST-ID, TIMESTAMP, X-CM-ID and Content-Type.',
  },
  'SES-05': {
    clauses: ['2.2'],
    subject: 'service',
    roles: ['gateway'],
    level: 'must',
    seen: 'passive',
    title: 'A session answer has five members of stated types',
    rule:
      'An answer with status 200 has accessToken, refreshToken and tokenType ' +
      'as strings, and expiresIn and refreshExpiresIn as integers.',
  },
  'SES-06': {
    clauses: ['2.2'],
    subject: 'service',
    roles: ['gateway'],
    level: 'must',
    seen: 'passive',
    title: 'Both tokens of a session have JWT form',
    rule: 'The value of accessToken is a JSON Web Token, and so is the value of refreshToken.',
  },
  'SES-07': {
    clauses: ['2.2'],
    subject: 'service',
    roles: ['gateway'],
    level: 'must',
    seen: 'passive',
    title: 'The token type is bearer, lifetimes are whole seconds',
    rule:
      'tokenType reads bearer, and both lifetimes, expiresIn and ' +
      'refreshExpiresIn, are whole numbers of seconds greater than zero.',
  },
  'SES-08': {
    clauses: ['4.1', '7'],
    subject: 'service',
    roles: ['gateway'],
    level: 'must',
    seen: 'active',
    title: 'Wrong credentials get the documented 400 error',
    rule:
      'A session request whose credentials are wrong is answered with status ' +
      '400 and the error envelope. The code in it is the prefix of the service ' +
      'followed by -9999, and the message is Invalid user credentials.',
  },
  'SES-09': {
    clauses: ['2.3', '4.1'],
    subject: 'service',
    roles: ['gateway'],
    level: 'must',
    seen: 'active',
    title: 'The error envelope is one object with two strings',
    rule:
      'The answer to wrong credentials has as its body an object whose only ' +
      'member is error, and error is an object that holds code and message ' +
      'as strings. The error bodies of all other operations are only noted.',
  },
  'SES-10': {
    clauses: ['2.2', '8'],
    subject: 'service',
    roles: ['gateway'],
    level: 'should',
    seen: 'passive',
    title: 'The access token expires when expiresIn says',
    rule: 'What the access token claims as its exp matches the lifetime that the answer gives as expiresIn.',
  },
  'SES-11': {
    clauses: ['2.1'],
    subject: 'service',
    roles: ['gateway'],
    level: 'observe',
    seen: 'active',
    title: 'The answer to an incomplete session request is noted',
    rule:
      'The suite notes what comes back when a field of the session ' +
      'request is left out, or when grantType has another value.',
  },
});
