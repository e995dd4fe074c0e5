import { area } from './area';

/** How access tokens and client secrets are treated (clause 5.1). */
export const token = area('token', {
  'TOK-01': {
    clauses: ['5.1.4'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'One access token serves many requests',
    rule:
      'The access token is kept and used again, and no session is made for each single ' +
      'request; this is judged over at least six requests. A session counts as needless ' +
      'when nobody had asked for it, it does not follow a 401, and more than half the life ' +
      'of the old token remained. One session for each process of the client is allowed.',
  },
  'TOK-02': {
    clauses: ['5.1.4'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'active',
    title: 'Expired access tokens stay unused',
    rule:
      'Once expiresIn has run out, the token is left alone: later ' +
      'than one second after its expiry no request arrives with it.',
  },
  'TOK-03': {
    clauses: ['5.1.3', '9.1'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'Only current gateway APIs are called',
    rule:
      'The integrator calls none of the deprecated gateway APIs: sessions of ' +
      'v0.5, and the gateway of v1 or of v2. Judged are calls to the address ' +
      'of the gateway whose path belongs to no documented operation.',
  },
  'TOK-04': {
    clauses: ['5.1.7'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'The client secret stays in session requests',
    rule:
      'Session requests are the only place where the client secret travels, and a ' +
      'browser never sends it. Origin, Referer, Sec-Fetch-Site or Sec-Fetch-Dest shows a ' +
      'browser; Sec-Fetch-Mode on its own does not, since server runtimes send it too.',
  },
  'TOK-05': {
    clauses: ['5.1.9'],
    subject: 'integrator',
    roles: ['session'],
    level: 'observe',
    seen: 'passive',
    title: 'Use of a refresh operation is noted',
    rule: 'The suite notes if the integrator calls an operation that refreshes the token.',
  },
  'TOK-06': {
    clauses: ['5.1.2'],
    subject: 'service',
    roles: ['gateway'],
    level: 'must',
    seen: 'active',
    title: 'An issued access token works until it expires',
    rule:
      'A call with an access token that was issued is accepted, the ' +
      'first time and each later time, up to the expiry of the token.',
  },
  'TOK-07': {
    clauses: ['5.1.5'],
    subject: 'integrator',
    roles: ['registry'],
    level: 'observe',
    seen: 'passive',
    title: 'User-level tokens on registration calls are noted',
    rule:
      'The suite notes on which registration calls a ' +
      'user-level token goes along with the gateway session.',
  },
  'TOK-08': {
    clauses: ['5.1.7'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'declared',
    title: 'Client secrets live in a backend secret store',
    rule: 'A secret store on a backend, and no other place, holds the client secrets.',
  },
});
