import { home } from '../judge/home';

export const secretsOnBackend = home({
  id: 'TOK-08',
  clauses: ['5.1.7'],
  quote: 'Client secrets are held only on a backend, in a secret store',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'declared',
  title: 'Client secrets live in a backend secret store',
  rule: 'A secret store on a backend, and no other place, holds the client secrets.',
});
