import { defineArea } from '../judge/home';
import { triggersAccepted, oddTriggersNoted } from './acceptance';
import { planNamesTestData, payerAddressed } from './addressing';
import { noticeNames } from './notice';
import { triggerValues } from './trigger-values';
import { triggerNamesCycle, actionTriggered, noticeStarted } from './triggers';

/** How the dummy payer is addressed and triggered (clauses 2.7, 4.4, 4.5). */
export const dummyPayer = defineArea('dummy-payer', [
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
