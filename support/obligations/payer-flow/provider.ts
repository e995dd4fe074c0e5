import type { Exchange } from '../../exchange/exchange';
import { isAccepted, exchangeReference } from '../../exchange/exchange';
import { reportText } from '../../exchange/text';
import type { PayerStep } from '../cycles/messages';
import { showStep, readPayerStep, triggerIn } from '../cycles/messages';
import { defineHome, placesAt, flowPlaces } from '../judge/home';
import type { Conclusion, Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';
import { whyActionNotShown } from '../judge/self-triggered';
import { began, data, decision, queried } from './checks';
import {
  absencesOfAnswer,
  absencesOfQuery,
  directCauses,
  flowRule,
  providerFlow,
  queriedCauses,
} from './flow';

/** Clause 4.7.1: the provider processes the answer to a plan request. */
export const planProcessed = defineHome({
  ...providerFlow,
  id: 'FLW-01',
  clauses: ['4.7.1'],
  quote: 'call v1/insuranceplan/request; process the payer response in the provider callback.',
  title: 'The answer to an insurance plan request is processed',
  rule:
    'For an insurance plan the provider sends v1/insuranceplan/request, and in the callback it ' +
    'processes what the payer answers.',
  providerMethods: [['insurancePlan.request'], ['cycle.get']],
  latitude: {
    'more entries in the bundle': 'bundles-with-more-entries',
    'a prefix before the path': 'provider-with-a-prefix-for-each-operation',
    'a callback that is processed later': 'callbacks-through-a-queue',
    'a bundle without an envelope, if the target sets it': 'provider-in-json',
    'a body with a type beside payload': 'messages-with-type',
    'a step code as the workflow id': 'messages-with-step-codes',
    'a key of the payer that is read from its certificate': 'payer-key-from-certificate',
    'the status 200 for the callback': 'callbacks-behind-a-proxy',
  },
  absences: absencesOfAnswer,
  causes: directCauses,
  judge: flowRule(began('plan'), data, { begin: 'insurancePlan.request' }),
});
/** Clause 4.7.2: the provider keeps one correlation id throughout an eligibility check. */
export const eligibilityKept = defineHome({
  ...providerFlow,
  id: 'FLW-02',
  clauses: ['4.7.2'],
  quote: 'store the correlation id and use it for all callback events of this cycle.',
  title: 'An eligibility check keeps one correlation id',
  rule:
    'For coverage eligibility the provider sends v1/coverageeligibility/check, stores the correlation ' +
    'id of that request and uses it throughout the cycle.',
  providerMethods: [['eligibility.check'], ['cycle.get']],
  latitude: {
    'an empty bundle': 'eligibility-is-an-empty-bundle',
    'an HTTP header for the correlation id, if the target sets it': 'provider-with-http-header',
    'a member of the body for the correlation id, if the target sets it': 'provider-with-id-in-body',
    'a callback that is processed later': 'callbacks-through-a-queue',
    'a repeated request': 'requests-sent-again',
  },
  absences: absencesOfAnswer,
  causes: directCauses,
  judge: flowRule(began('eligibility'), data, { begin: 'eligibility.check' }),
});

/** Clause 4.7.6: the flow of a query as a communication, from the query to the adjudication. */
export const communicationRun = defineHome({
  ...providerFlow,
  id: 'FLW-10',
  clauses: ['4.7.6'],
  quote:
    'receive the payer request on v1/communication/request; reply through v1/communication/on_request ' +
    'with the documents; receive adjudication on v1/preauth/on_submit or v1/claim/on_submit.',
  title: 'A communication runs from query to adjudication',
  rule:
    'Once v1/preauth/submit has gone out as the parent request and a Query has followed, the provider ' +
    'receives the communication request, answers it with the documents, and receives the ' +
    'adjudication.',
  providerMethods: [['preauth.submit'], ['communication.reply']],
  latitude: {
    'a reply that the client sends before the suite asks for it': 'replies-by-itself',
    'a reply that is sent later': 'requests-through-a-queue',
    'a rejection after the reply, if the target sets it': 'payer-rejects-after-reply',
  },
  absences: absencesOfQuery,
  follows: ['FLW-05', 'VER-01', 'CBK-03', 'DPY-02'],
  needs: ['FLW-11'],
  causes: queriedCauses,
  unseen: ({ selfTriggered }) => whyActionNotShown(selfTriggered, 'preauth', 'Query'),
  judge: flowRule(began('preauth', 'Query'), queried, { begin: 'preauth.submit' }),
});

/** Clause 4.7.3: the provider processes the final answer to a preauthorization. */
export const preauthApproved = defineHome({
  ...providerFlow,
  id: 'FLW-03',
  clauses: ['4.7.3'],
  quote: 'receive the final response on v1/preauth/on_submit.',
  title: 'An approved preauthorization ends as approved',
  rule:
    'Where the payer approves a preauthorization, the provider had sent v1/preauth/submit and takes ' +
    'the final answer that comes on v1/preauth/on_submit.',
  providerMethods: [['preauth.submit'], ['cycle.get']],
  latitude: {
    'an empty bundle': 'preauth-is-an-empty-bundle',
    'a request that is sent later': 'requests-through-a-queue',
    'a callback that is processed later': 'callbacks-through-a-queue',
    'a repeated request': 'requests-sent-again',
    'a trigger that the client sends by itself': 'triggers-itself',
    'a decision in a code, if the target sets it': 'provider-needs-richer-contents',
  },
  absences: absencesOfAnswer,
  causes: directCauses,
  unseen: ({ selfTriggered }) => whyActionNotShown(selfTriggered, 'preauth', 'Approve'),
  judge: flowRule(began('preauth', 'Approve'), decision, { begin: 'preauth.submit' }),
});
export const preauthRejected = defineHome({
  ...providerFlow,
  id: 'FLW-04',
  clauses: ['4.7.3'],
  quote:
    'call 4.4 with method Preauth and action Approve, Reject or Query; for Query, receive the payer communication ' +
    'request, send documents with v1/communication/on_request; receive the final response on v1/preauth/on_submit.',
  title: 'A rejected preauthorization ends as rejected',
  rule:
    'Where the payer rejects a preauthorization, the provider had sent v1/preauth/submit and takes ' +
    'the final answer on v1/preauth/on_submit as a rejection.',
  providerMethods: [['preauth.submit'], ['cycle.get']],
  latitude: {
    'a callback that is processed later': 'callbacks-through-a-queue',
    'an envelope with RSA-OAEP': 'provider-with-rsa-oaep',
    'a decision in a code, if the target sets it': 'provider-needs-richer-contents',
  },
  absences: absencesOfAnswer,
  causes: directCauses,
  unseen: ({ selfTriggered }) => whyActionNotShown(selfTriggered, 'preauth', 'Reject'),
  judge: flowRule(began('preauth', 'Reject'), decision, { begin: 'preauth.submit' }),
});
export const preauthQueried = defineHome({
  ...providerFlow,
  id: 'FLW-05',
  clauses: ['4.7.3'],
  quote:
    'for Query, receive the payer communication request, send documents with ' +
    'v1/communication/on_request',
  title: 'A queried preauthorization is answered with documents',
  rule:
    'Where the payer queries a preauthorization, the provider replies to the communication request on ' +
    'v1/communication/on_request, with documents, and does so ahead of the final answer.',
  providerMethods: [['preauth.submit'], ['communication.reply']],
  latitude: {
    'a reply that the client sends before the suite asks for it': 'replies-by-itself',
    'a reply that is sent later': 'requests-through-a-queue',
    'a rejection after the reply, if the target sets it': 'payer-rejects-after-reply',
    'a UUID in capitals throughout the cycle': 'cycles-in-capitals',
    'a query that is processed later': 'callbacks-through-a-queue',
  },
  absences: absencesOfQuery,
  needs: ['FLW-11'],
  causes: queriedCauses,
  unseen: ({ selfTriggered }) => whyActionNotShown(selfTriggered, 'preauth', 'Query'),
  judge: flowRule(began('preauth', 'Query'), queried, { begin: 'preauth.submit' }),
});

/** Clause 4.7.4: the provider processes the final answer to a claim. */
export const claimApproved = defineHome({
  ...providerFlow,
  id: 'FLW-06',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  title: 'An approved claim ends as approved',
  rule:
    'Where the payer approves a claim, the provider had sent v1/claim/submit and takes the final ' +
    'answer that comes on v1/claim/on_submit.',
  providerMethods: [['claim.submit'], ['cycle.get']],
  latitude: {
    'a request that is sent later': 'requests-through-a-queue',
    'a callback that is processed later': 'callbacks-through-a-queue',
    'more protected headers': 'more-protected-headers',
    'a trigger that the client sends by itself': 'triggers-claims-itself',
    'a decision in a code, if the target sets it': 'provider-needs-richer-contents',
  },
  absences: absencesOfAnswer,
  causes: directCauses,
  unseen: ({ selfTriggered }) => whyActionNotShown(selfTriggered, 'claim', 'Approve'),
  judge: flowRule(began('claim', 'Approve'), decision, { begin: 'claim.submit' }),
});
export const claimRejected = defineHome({
  ...providerFlow,
  id: 'FLW-07',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  title: 'A rejected claim ends as rejected',
  rule:
    'Where the payer rejects a claim, the provider had sent v1/claim/submit and takes the final ' +
    'answer on v1/claim/on_submit as a rejection.',
  providerMethods: [['claim.submit'], ['cycle.get']],
  latitude: {
    'a callback that is processed later': 'callbacks-through-a-queue',
    'an envelope with RSA-OAEP': 'provider-with-rsa-oaep',
    'a decision in a code, if the target sets it': 'provider-needs-richer-contents',
  },
  absences: absencesOfAnswer,
  causes: directCauses,
  unseen: ({ selfTriggered }) => whyActionNotShown(selfTriggered, 'claim', 'Reject'),
  judge: flowRule(began('claim', 'Reject'), decision, { begin: 'claim.submit' }),
});
export const claimQueried = defineHome({
  ...providerFlow,
  id: 'FLW-08',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  title: 'A queried claim is answered with documents',
  rule:
    'Where the payer queries a claim, the provider replies to the communication request with ' +
    'documents, and does so ahead of the final answer.',
  providerMethods: [['claim.submit'], ['communication.reply']],
  latitude: {
    'a reply that the client sends before the suite asks for it': 'replies-by-itself',
    'a reply that is sent later': 'requests-through-a-queue',
    'a rejection after the reply, if the target sets it': 'payer-rejects-after-reply',
    'a query that is processed later': 'callbacks-through-a-queue',
  },
  absences: absencesOfQuery,
  causes: queriedCauses,
  unseen: ({ selfTriggered }) => whyActionNotShown(selfTriggered, 'claim', 'Query'),
  judge: flowRule(began('claim', 'Query'), queried, { begin: 'claim.submit' }),
});

const notWaited = 'both are sent at the same time, without waiting for the 202 of the submit';
const ofOthers = 'documents are sent on their own account, or under the id of another cycle';

/** Clause 4.7.6: no trigger before its submit, and no reply before its query. Other rules judge missing messages. */
export const stepsInOrder = defineHome({
  id: 'FLW-11',
  clauses: ['4.7.6'],
  quote: 'submit a parent request with v1/preauth/submit; call 4.4 with action Query',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'The steps of a cycle keep their order',
  rule: 'Within a cycle no trigger precedes its submit, and no reply precedes its query.',
  providerMethods: [
    ['preauth.submit', 'claim.submit'],
    ['communication.reply', 'dummyPayer.trigger'],
  ],
  latitude: {
    'triggers that another party sends': 'payer-triggered-by-the-suite',
    'a request that is sent later': 'requests-through-a-queue',
    'a repeated request': 'requests-sent-again',
    'a reply that the client sends before the suite asks for it': 'replies-by-itself',
  },
  absences: {
    'the query before a reply': { run: 'failed', traffic: 'not judged' },
    'the submission of a trigger or a reply': { run: 'not-tested', traffic: 'not judged' },
  },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  causes: [notWaited, ofOthers],
  tells: [...flowPlaces, ...placesAt('time')],
  judge: (context) => {
    const order = new Order(context);
    return {
      observe(exchange) {
        order.observe(exchange);
      },
      conclude: () => order.conclude(),
    };
  },
});

/**
 * Judges the order of messages by the times of sending. The order of recording is unsuitable, because a message is
 * recorded only after its answer.
 */
class Order {
  readonly #context: RuleContext;
  /**
   * `#submitted` and `#queried` map a correlation id to the time of the submit and of the first accepted query, in
   * epoch milliseconds.
   */
  readonly #submitted = new Map<string, number>();
  readonly #queried = new Map<string, number>();
  readonly #triggers: { readonly exchange: Exchange; readonly id: string }[] = [];
  readonly #replies: { readonly found: PayerStep; readonly id: string }[] = [];

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    const trigger = exchange.sender === 'integrator' ? triggerIn(exchange)?.correlationId : undefined;
    if (typeof trigger === 'string') this.#triggers.push({ exchange, id: trigger });
    const found = readPayerStep(exchange, this.#context.readings);
    const id = found?.fact.correlationId;
    if (found === undefined || id === undefined) return;
    const { step } = found;
    if (step === 'query' && isAccepted(exchange)) note(this.#queried, id, exchange);
    if (step === 'preauth' || step === 'claim') note(this.#submitted, id, exchange);
    if (step === 'reply' && exchange.sender === 'integrator') this.#replies.push({ found, id });
  }

  conclude(): Conclusion {
    const tally = new JudgementTally(this.#context);
    for (const { exchange, id } of this.#triggers) {
      const submit = this.#submitted.get(id);
      if (submit !== undefined)
        tally.add(submit <= exchange.arrivedAt ? keptJudgement : tooEarly(exchange, id), exchange.seq);
    }
    for (const { found, id } of this.#replies) {
      // Ignore a reply with an unknown id. The rule of the flow reports that its own reply is missing.
      if (!this.#submitted.has(id)) continue;
      const asked = (this.#queried.get(id) ?? Infinity) <= found.exchange.arrivedAt;
      tally.add(asked ? keptJudgement : unasked(found), found.exchange.seq);
    }
    return tally.conclude();
  }
}

function note(times: Map<string, number>, id: string, { arrivedAt }: Exchange): void {
  times.set(id, Math.min(times.get(id) ?? Infinity, arrivedAt));
}

function tooEarly(trigger: Exchange, id: string): Judgement {
  return {
    breach: {
      sent: reportText`${exchangeReference(trigger)}, cycle ${id}`,
      expected: 'the submit first, and then the trigger',
      seen: 'the trigger before its submit',
      cause: notWaited,
    },
  };
}

function unasked(found: PayerStep): Judgement {
  return {
    breach: {
      sent: showStep(found),
      expected: 'a reply once the payer has asked in this cycle',
      seen: 'no query of this cycle before it',
      cause: ofOthers,
    },
  };
}
