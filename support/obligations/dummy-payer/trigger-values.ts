import { constants } from '../../contract/constants';
import { showRequest } from '../judge/fates';
import { home } from '../judge/home';
import { kept } from '../judge/judge';
import { needed } from '../judge/places';
import { eachRequest } from '../judge/requests';
import type { Trigger } from '../cycles/messages';
import { triggerIn } from '../cycles/messages';

const likely = {
  leftOut: 'action or method is left out, or is no text',
  letters: 'the word has other capitals than the document: upper and lower case count',
  form: 'the action has another form than the document, as in Approved for Approve',
  operation: 'the name or the path of the request stands in place of Preauth or Claim',
  unknown: 'the word is none of those that the document lists for it',
} as const;

const isRespelt = (value: string, words: readonly string[]): boolean =>
  words.some((word) => word.toLowerCase() === value.trim().toLowerCase());

function causeOfAction({ action, words }: Trigger): string {
  if (typeof action !== 'string') return likely.leftOut;
  if (isRespelt(action, constants.actions)) return likely.letters;
  return words.meantAction === undefined ? likely.unknown : likely.form;
}

function causeOfMethod({ method, words }: Trigger): string {
  if (typeof method !== 'string') return likely.leftOut;
  if (isRespelt(method, constants.methods)) return likely.letters;
  return words.meantMethod === undefined ? likely.unknown : likely.operation;
}

/** Clause 4.4: the values that steer the dummy payer. */
export const triggerValues = home({
  id: 'DPY-02',
  clauses: ['4.4'],
  quote: 'action | string | Approve, Reject, Query | | method | string | Preauth, Claim',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'Action and method have documented values',
  rule:
    'The value of action is one of Approve, Reject and Query; that of method is one of Preauth and ' +
    'Claim.',
  on: ['dummyPayer'],
  bothSides: true,
  tells: needed('request body/action', 'request body/method'),
  reads: 'request',
  causes: Object.values(likely),
  judge: eachRequest((exchange) => {
    const trigger = exchange.sender === 'integrator' ? triggerIn(exchange) : undefined;
    if (trigger === undefined) return undefined;
    const { words, action, method } = trigger;
    if (words.action !== undefined && words.method !== undefined) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'a trigger'),
        expected: `action ${constants.actions.join(', ')}; method ${constants.methods.join(', ')}`,
        seen: `action ${JSON.stringify(action)}, method ${JSON.stringify(method)}`,
        cause: words.action === undefined ? causeOfAction(trigger) : causeOfMethod(trigger),
      },
    };
  }),
});
