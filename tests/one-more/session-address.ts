import { intendedOperation } from '../../support/exchange/exchange';
import { showRequest } from '../../support/obligations/judge/answers';
import { judgesEachMessage } from '../../support/obligations/judge/absences';
import { defineArea, defineHome, placesAt } from '../../support/obligations/judge/home';
import { keptJudgement } from '../../support/obligations/judge/judge';
import { eachRequest } from '../../support/obligations/judge/requests';

/** An obligation that the contract does not have: everything that the suite has to know of it stands here. */
export const bareSessionAddress = defineHome({
  id: 'XTR-01',
  clauses: ['4.1'],
  quote: 'POST {auth_url}/api/hiecm/gateway/v3/sessions',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Session requests have no query in their address',
  rule: 'The address of a session request ends with its path.',
  absences: judgesEachMessage,
  latitude: 'the document gives one path',
  on: ['session.create'],
  tells: placesAt('request line'),
  judge: eachRequest((exchange) => {
    if (intendedOperation(exchange) !== 'session.create') return undefined;
    const query = /\?.*$/.exec(exchange.request.url)?.[0];
    if (query === undefined) return keptJudgement;
    return {
      breach: {
        sent: showRequest(exchange, 'for a session'),
        expected: 'an address that ends with its path',
        seen: query,
        cause: 'a parameter for every request is set on the shared client',
      },
    };
  }),
});

export const oneMore = defineArea('session', [bareSessionAddress]);
