import { forgedRounds } from '../../../support/exchange/rounds';
import type { Exchange } from '../../../support/exchange/exchange';
import { makeAsked } from '../exchanges';
import { decisionExchange, submitExchange, uuid } from '../integrator/cycle-exchanges';
import { approvedFact, payerAnswer, providerSubmission, providerTrigger } from '../payer/cycles';
import type { AbsenceRow, AbsenceRows } from './rows';
import { inOrder, reportedState, withPayerFact } from './rows-of-payer';

const id = uuid(1);
const round = forgedRounds.decision;

/** Returns a callback of the suite with a JWT. */
const callback = (valid: boolean, variant: string, status: number): Exchange => {
  const { facts, ...rest } = decisionExchange('preauth', id, 'approved');
  return {
    ...rest,
    response: { status, headers: [] },
    asked: makeAsked(valid ? 'valid' : 'negative', round, variant),
    facts: { ...facts, callbackToken: { valid } },
  };
};
const twin = callback(true, '', 202);

/** Returns the row of a forgery and its valid twin. */
function twinRow(variant: string): Record<string, AbsenceRow> {
  const forged = callback(false, variant, 401);
  return {
    'a valid twin that the client accepts': { missing: inOrder(forged), present: inOrder(forged, twin) },
  };
}

const first = withPayerFact(submitExchange('preauth', id), { imprint: 'one', digest: 'one' });
const second = withPayerFact(submitExchange('preauth', id), { imprint: 'two', digest: 'two' });
const answer = payerAnswer('preauth', id, approvedFact);

export const callbackAbsences: AbsenceRows = {
  'CBK-01': {
    'the request with the correlation id of a callback': {
      missing: inOrder(answer),
      present: inOrder(providerSubmission('preauth', id), providerTrigger('preauth', 'Approve', id), answer),
    },
  },
  'CBK-03': {
    'the state of the cycle after a valid twin': {
      missing: inOrder(reportedState(uuid(2), 'approved'), twin),
      present: inOrder(reportedState(uuid(2), 'approved'), twin, reportedState(id, 'pending')),
    },
  },
  'CBK-04': twinRow('no JWT'),
  'CBK-05': {
    'the final answer between two requests with one correlation id': {
      missing: inOrder(first, second),
      present: inOrder(first, decisionExchange('preauth', id, 'approved'), second),
    },
  },
  'CBK-08': twinRow('another audience'),
};
