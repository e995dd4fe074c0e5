import { submitExchange, triggerExchange, uuid } from '../integrator/cycle-exchanges';
import { approvedFact, payerAnswer, providerSubmission, providerTrigger } from '../payer/cycles';
import type { AbsenceRows } from './rows';
import { inOrder, withPayerFact } from './rows-of-payer';

const preauth = submitExchange('preauth', uuid(1));
const claim = submitExchange('claim', uuid(1));
const trigger = triggerExchange('preauth', 'Approve', uuid(1));
const claimInWorkflow = withPayerFact(submitExchange('claim', uuid(2)), { workflowId: uuid(1) });

/** A trigger of a recorded submission, and one of a submission that is not recorded. */
const mixed = inOrder(preauth, trigger, triggerExchange('preauth', 'Approve', uuid(3)));

const begun = [providerSubmission('preauth', uuid(1)), providerTrigger('preauth', 'Approve', uuid(1))];
const answer = payerAnswer('preauth', uuid(1), approvedFact);

export const dummyPayerAbsences: AbsenceRows = {
  'DPY-02': {
    'the submission with the correlation id of the trigger': {
      missing: inOrder(trigger),
      present: inOrder(claim, trigger),
      mixed,
    },
    'a submission of the kind that the method names, with the correlation id of a request of the other kind':
      {
        missing: inOrder(claim, trigger),
        present: inOrder(preauth, claim, trigger),
      },
  },
  'DPY-03': {
    'the submission with the correlation id of the trigger': {
      missing: inOrder(trigger),
      present: inOrder(preauth, trigger),
      mixed,
    },
    'a submission with the correlation id of the trigger, which is the workflow id of another one': {
      missing: inOrder(claimInWorkflow, trigger),
      present: inOrder(preauth, claimInWorkflow, trigger),
    },
  },
  'DPY-08': {
    'the callback that an accepted trigger leads to': {
      missing: inOrder(...begun),
      present: inOrder(...begun, answer),
    },
  },
};
