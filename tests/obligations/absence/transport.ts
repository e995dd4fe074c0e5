import type { Exchange } from '../../../support/exchange/exchange';
import { makeExchange } from '../exchanges';
import type { AbsenceRows } from './rows';
import { inOrder } from './rows-of-payer';

const accepted = makeExchange({ sender: 'integrator', service: 'gateway' });
const shown: Exchange = { ...accepted, stimulus: 'foreign-certificate' };

export const transportAbsences: AbsenceRows = {
  'SEC-03': {
    'an accepted request under the right certificate': {
      missing: inOrder(shown),
      present: inOrder(accepted, shown),
    },
  },
};
