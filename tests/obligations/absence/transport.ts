import type { Exchange } from '../../../support/exchange/exchange';
import { makeExchange } from '../exchanges';
import type { AbsenceRows } from './rows';
import { inOrder } from './rows-of-payer';

const accepted = makeExchange({ sender: 'integrator', service: 'gateway' });
const shown: Exchange = { ...accepted, stimulus: 'foreign-certificate' };

const answered = makeExchange({ service: 'gateway' });
const limited: Exchange = { ...answered, response: { status: 429, headers: [['Retry-After', '5']] } };

export const transportAbsences: AbsenceRows = {
  'LIM-01': {
    'an answer that shows a limit': { missing: inOrder(answered), present: inOrder(limited) },
  },
  'SEC-03': {
    'an accepted request under the right certificate': {
      missing: inOrder(shown),
      present: inOrder(accepted, shown),
    },
  },
};
