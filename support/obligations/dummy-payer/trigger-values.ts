import { constants } from '../../contract/constants';
import { exchangeReference, readBody } from '../../exchange/exchange';
import { isUnreadBody, whyBodyNotRecorded } from '../../exchange/masks';
import { reportText } from '../../exchange/text';
import { CycleLog } from '../cycles/cycle-log';
import type { Trigger } from '../cycles/messages';
import { triggerIn } from '../cycles/messages';
import { showRequest } from '../judge/answers';
import { describeSlips, bodyCauses } from '../judge/body-slips';
import { defineHome, placesAt, requiredPlaces, shownByRow } from '../judge/home';
import type { BreachDetails, Judgement } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';
import { isReadableRequest } from '../judge/requests';
import type { TriggeredKind } from './submissions';
import { SubmittedKinds } from './submissions';

const valueCauses = {
  leftOut: 'action or method is left out, or is no text',
  letters: 'the word has other capitals than the document: upper and lower case count',
  form: 'the action has another form than the document, as in Approved for Approve',
  operation: 'the name or the path of the request stands in place of Preauth or Claim',
  unknown: 'the word is none of those that the document lists for it',
  otherKind:
    'the method belongs to the other kind of request: Preauth to a preauthorization, Claim to a claim; or the request was submitted on the path of the other kind',
} as const;

const isRespelt = (value: string, words: readonly string[]): boolean =>
  words.some((word) => word.toLowerCase() === value.trim().toLowerCase());

function causeOfAction({ action, words }: Trigger): string {
  if (typeof action !== 'string') return valueCauses.leftOut;
  if (isRespelt(action, constants.actions)) return valueCauses.letters;
  return words.meantAction === undefined ? valueCauses.unknown : valueCauses.form;
}

function causeOfMethod({ method, words }: Trigger): string {
  if (typeof method !== 'string') return valueCauses.leftOut;
  if (isRespelt(method, constants.methods)) return valueCauses.letters;
  return words.meantMethod === undefined ? valueCauses.unknown : valueCauses.operation;
}

const kindsByMethod: Readonly<Record<string, TriggeredKind>> = { Preauth: 'preauth', Claim: 'claim' };
const methodsByKind = { preauth: 'Preauth', claim: 'Claim' } as const;
const other = { preauth: 'claim', claim: 'preauth' } as const;

/** Returns the breach by the words of a trigger, or by how its body is written. */
function flawInWords(trigger: Trigger): BreachDetails | undefined {
  const { exchange, words, action, method } = trigger;
  const [slip] = describeSlips(readBody(exchange.request), 'contract/trigger-action');
  if (words.action !== undefined && words.method !== undefined && slip === undefined) return undefined;
  const seen = `action ${JSON.stringify(action)}, method ${JSON.stringify(method)}`;
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: `a JSON object with action ${constants.actions.join(', ')} and method ${constants.methods.join(', ')}`,
    seen: slip === undefined ? seen : `${slip.seen}; ${seen}`,
    cause: slip?.cause ?? (words.action === undefined ? causeOfAction(trigger) : causeOfMethod(trigger)),
  };
}

function judgeTrigger(trigger: Trigger, submitted: SubmittedKinds, log: CycleLog): Judgement {
  const { exchange, words, correlationId } = trigger;
  const breach = flawInWords(trigger);
  if (breach !== undefined) return { breach };
  const kind = kindsByMethod[words.method ?? ''];
  const fit = kind === undefined ? 'fits' : submitted.fitOf(trigger, kind, log);
  if (kind === undefined || fit === 'fits') return keptJudgement;
  const sent = showRequest(exchange, 'a trigger');
  if (fit === 'unrecorded')
    return {
      unjudged: reportText`${exchangeReference(exchange)} has documented words, but the request that it names is not recorded: whether the method fits is not known`,
      kind: 'not-kept',
      withholds: true,
    };
  const wanted = other[kind];
  const what = wanted === 'claim' ? 'a claim' : 'a preauthorization';
  if (fit === 'unknown')
    return {
      unjudged: reportText`${sent} has method ${methodsByKind[kind]} and the correlation id of ${what}: either of them may be wrong, or a request of the other kind with the same id was not recorded`,
      withholds: true,
    };
  return {
    breach: {
      sent,
      expected: `method ${methodsByKind[wanted]}, because ${what} was submitted with its correlation id`,
      seen: `method ${methodsByKind[kind]}, correlationId ${String(correlationId)}`,
      cause: valueCauses.otherKind,
    },
  };
}

/** Clauses 4.4, 4.7.3, 4.7.4: action and method, which control the dummy payer, have documented values. */
export const triggerValues = defineHome({
  id: 'DPY-02',
  clauses: ['4.4', '4.7.3', '4.7.4'],
  quote: 'action | string | Approve, Reject, Query | | method | string | Preauth, Claim',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'Action and method have documented values',
  rule:
    'The value of action is one of Approve, Reject and Query. The value of method is Preauth for a submitted ' +
    'preauthorization, and Claim for a submitted claim.',
  latitude: {
    'another order of the members': 'triggers-written-otherwise',
    'v1 before the path': 'triggers-under-v1',
    'a claim under the correlation id of its preauthorization': shownByRow,
  },
  absences: {
    'the submission with the correlation id of the trigger': { run: 'passed', traffic: 'inconclusive' },
    'a submission of the kind that the method names, with the correlation id of a request of the other kind':
      {
        run: 'failed',
        traffic: 'inconclusive',
      },
  },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  tells: [
    ...requiredPlaces('request body/action', 'request body/method'),
    ...placesAt('request body/correlationId', 'fact payer/correlationId'),
  ],
  causes: [...bodyCauses, ...Object.values(valueCauses)],
  judge: (context) => {
    const submitted = new SubmittedKinds(context);
    const log = new CycleLog(context);
    const triggers: Trigger[] = [];
    const tally = new JudgementTally(context);
    return {
      observe(exchange) {
        // Only the suite knows which cycle it asked for. Recorded traffic is judged without the log.
        if (exchange.sender === 'suite' || exchange.call !== undefined) log.observe(exchange);
        submitted.observe(exchange);
        const trigger = isReadableRequest(exchange) ? triggerIn(exchange) : undefined;
        if (trigger === undefined) return;
        submitted.noteTrigger(trigger);
        if (exchange.sender !== 'integrator') return;
        if (isUnreadBody(exchange.request))
          tally.add({ unjudged: whyBodyNotRecorded(exchange), kind: 'not-kept' });
        else triggers.push(trigger);
      },
      // A submission can be recorded after its trigger, because it is recorded only after its answer.
      conclude: () =>
        tally.concludeWith(
          triggers.map((each) => ({
            judgement: judgeTrigger(each, submitted, log),
            seqs: [each.exchange.seq],
          })),
        ),
    };
  },
});
