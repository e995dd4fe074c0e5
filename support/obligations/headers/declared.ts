import { home } from '../judge/home';

export const clocksSynchronised = home({
  id: 'HDR-14',
  clauses: ['5.2'],
  quote: 'clocks are to be synchronised.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'declared',
  title: 'The clocks of the integrator agree with real time',
  rule: 'The integrator keeps its clocks synchronised.',
});
