import { area } from '../judge/home';
import { actionTriggered, triggerValues, triggerNamesCycle, noticeStarted, noticeNames } from './triggers';
import { planNamesTestData, payerAddressed } from './addressing';
import { triggersAccepted, oddTriggersNoted } from './acceptance';

/** How the dummy payer is addressed and triggered (clauses 2.7, 4.4, 4.5). */
export const dummyPayer = area('dummy-payer', [
  actionTriggered,
  triggerValues,
  triggerNamesCycle,
  noticeStarted,
  noticeNames,
  planNamesTestData,
  payerAddressed,
  triggersAccepted,
  oddTriggersNoted,
]);
