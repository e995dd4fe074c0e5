import type { DayHabits } from '../../../traffic/long-day/habits';
import type { DayDimension } from './values';
import { behaving, behavingIn, usual } from './values';

const cycle = (words: string, allowedBy: string, change: Partial<DayHabits['cycles']>) =>
  behavingIn('cycles', words, allowedBy, change);

const unshown = 'Payload shapes, retry behaviour and the full list of event kinds: not shown. (clause 6.1)';

/** Dimensions of request cycles with the dummy payer. */
export const cycleDimensions: readonly DayDimension[] = [
  {
    name: 'use cases',
    sentence: 'Test flows with the dummy payer (clause 4.7)',
    seam: 'habits: cycles.kinds',
    offer: true,
    values: [
      usual('all use cases'),
      cycle('plans and eligibility alone', 'clause 4.7 names each use case for itself', {
        kinds: ['plan', 'eligibility'],
      }),
      cycle('claims alone', 'clause 4.7 names each use case for itself', { kinds: ['claim'] }),
      cycle('preauthorizations alone', 'clause 4.7 names each use case for itself', { kinds: ['preauth'] }),
      cycle('payment notices alone', 'clause 4.7 names each use case for itself', { kinds: ['payment'] }),
    ],
  },
  {
    name: 'decisions',
    sentence: 'Approve, Reject, Query (clause 4.4)',
    seam: 'habits: cycles.actions',
    offer: true,
    values: [
      usual('all decisions'),
      cycle('approvals alone', 'clause 4.4 allows each action', { actions: ['Approve'] }),
      cycle('rejections alone', 'clause 4.4 allows each action', { actions: ['Reject'] }),
      cycle('queries alone', 'clause 4.4 allows each action', { actions: ['Query'] }),
    ],
  },
  {
    name: 'triggers',
    sentence: 'triggers approve, reject or query (clause 4.7)',
    seam: 'habits: cycles.triggers',
    offer: true,
    values: [
      usual('one trigger in each cycle'),
      cycle(
        'triggers from elsewhere',
        'FIELD-NOTES: command lines beside the product trigger the dummy payer',
        {
          triggers: 0,
        },
      ),
      cycle('each trigger twice', 'clause 4.4 does not limit how often a cycle is triggered', {
        triggers: 2,
      }),
    ],
  },
  {
    name: 'interim answers',
    sentence: unshown,
    seam: 'habits: cycles.interim',
    offer: true,
    values: [
      usual('some interim answers'),
      cycle('no interim answers', unshown, { interim: 0 }),
      cycle('interim answers in all cycles', "latitude of CBK-01: 'interim answers'", { interim: 1 }),
    ],
  },
  {
    name: 'delay of callbacks',
    sentence: 'deliver asynchronous responses (clause 6.1)',
    seam: 'habits: cycles.callbackDelayMs',
    offer: true,
    values: [
      usual('callbacks within a minute'),
      cycle('callbacks after an hour', unshown, { callbackDelayMs: 3_600_000 }),
      cycle('callbacks after a day', unshown, { callbackDelayMs: 86_400_000 }),
    ],
  },
  {
    name: 'repeats of callbacks',
    sentence: unshown,
    seam: 'habits: cycles.repeats',
    offer: true,
    values: [
      usual('each callback once'),
      cycle('each callback three times', 'FIELD-NOTES: payers repeat callbacks after a time-out', {
        repeats: 2,
      }),
    ],
  },
  {
    name: 'receipts',
    sentence: 'response shapes of these operations: not shown (clause 4.6)',
    seam: 'habits: cycles.receipt',
    offer: true,
    values: [
      usual('receipts with 202'),
      cycle('receipts with 200', "latitude of DPY-08: 'the status 200'", { receipt: 200 }),
    ],
  },
  {
    name: 'type of messages',
    sentence: 'Payloads, headers and response shapes of these operations: not shown (clause 4.6)',
    seam: 'habits: cycles.hasType',
    offer: true,
    values: [
      usual('payload alone'),
      cycle('type beside payload', 'reading callback-body: messages may have either form', { hasType: true }),
    ],
  },
  {
    name: 'envelope',
    sentence: 'Payloads, headers and response shapes of these operations: not shown (clause 4.6)',
    seam: 'habits: envelope',
    offer: true,
    values: [
      usual('an envelope that the seed decides'),
      behaving('messages in JSON', 'reading envelope: json', () => ({ envelope: 'json' })),
      behaving('messages in JWE', 'reading envelope: jwe', () => ({ envelope: 'jwe' })),
    ],
  },
];
