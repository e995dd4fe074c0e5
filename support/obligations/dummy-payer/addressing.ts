import { replaceFormsByChar } from '../../exchange/read-form';
import { reportText } from '../../exchange/text';
import { judgesEachMessage } from '../judge/absences';
import { defineHome, placesAt } from '../judge/home';
import { constants } from '../../contract/constants';
import type { PayerFact } from '../../contract/payer-facts';
import type { PayerStep } from '../cycles/messages';
import { showStep, readIntendedPayerStep, triggerIn } from '../cycles/messages';
import { unlessDefault } from '../judge/defaults';
import type { Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, eachExchange, keptJudgement } from '../judge/judge';

/**
 * Returns whether the protected headers of a message could be read. They are not encrypted, so they can be readable in
 * a message with unreadable content.
 */
function showsHeaders({ envelope, unoffered, recipient, sender, correlationId }: PayerFact): boolean {
  const shown = recipient ?? sender ?? correlationId;
  return envelope !== 'unreadable' || unoffered === true || shown !== undefined;
}

const missingFrom = {
  empty: 'the bundle holds no FHIR resource: it is sent before it is filled, or is no bundle at all',
  both: 'neither number stands in the bundle as an identifier: those of production, or of an example, may be in its template',
  provider:
    'the provider id of the test does not stand in the bundle as an identifier: another one does, or none',
  policy:
    'the policy number of the test does not stand in the bundle as an identifier: another one does, or none',
} as const;

function causeOfMissing({ resources, providerId, policyNumber }: PayerFact): string {
  if (resources.every((type) => type === 'Bundle')) return missingFrom.empty;
  if (!providerId && !policyNumber) return missingFrom.both;
  return providerId ? missingFrom.policy : missingFrom.provider;
}

/** Clauses 2.7, 4.7.1: the plan request contains the test provider and the test policy. */
export const planNamesTestData = defineHome({
  id: 'DPY-06',
  clauses: ['2.7', '4.7.1'],
  quote: 'set provider id 32722 and policy number 100217 in the FHIR bundle',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'The plan bundle carries the test provider and policy',
  rule: 'The insurance plan bundle holds the provider id 32722 and the policy number 100217.',
  providerMethods: [['insurancePlan.request']],
  latitude: {
    'more entries in the bundle': 'bundles-with-more-entries',
    'a bundle without an envelope, if the target sets it': 'provider-in-json',
    'an envelope with RSA-OAEP': 'provider-with-rsa-oaep',
    'a repeated request': 'requests-sent-again',
  },
  absences: judgesEachMessage,
  on: ['provider'],
  bothSides: true,
  tells: placesAt('fact payer/providerId', 'fact payer/policyNumber', 'fact payer/resources'),
  reads: 'request',
  causes: Object.values(missingFrom),
  judge: eachExchange((exchange, { readings }) => {
    const found = exchange.sender === 'integrator' ? readIntendedPayerStep(exchange, readings) : undefined;
    if (found?.step !== 'plan') return undefined;
    const { fact } = found;
    if (fact.envelope === 'unreadable')
      return { unjudged: reportText`${showStep(found)} cannot be read: ${fact.flaw ?? ''}`, withholds: true };
    if (fact.providerId && fact.policyNumber) return keptJudgement;
    const missing = [
      ...(fact.providerId ? [] : [`provider id ${constants.providerId}`]),
      ...(fact.policyNumber ? [] : [`policy number ${constants.policyNumber}`]),
    ];
    return {
      breach: {
        sent: showStep(found),
        expected: `a bundle with provider id ${constants.providerId} and policy number ${constants.policyNumber}`,
        seen: `no ${missing.join(' and no ')} anywhere in ${fact.resources.join(', ') || 'it'}`,
        cause: causeOfMissing(fact),
      },
    };
  }),
});

const dummyPayerId = new RegExp(`^${constants.payerNumber}@[^\\s@]+$`);

/** Returns the recipient of a message, with replaced characters for the parts that the recording does not keep. */
const recipientShape = ({ recipient = '' }: PayerFact): string => replaceFormsByChar(recipient);

/** Returns whether the recipient is the dummy payer, with the network suffix of the target's payer if it is set. */
const goesToPayer = (fact: PayerFact, { participants }: RuleContext) =>
  hasPayersId(fact) && fact.recipient === (participants?.payer ?? fact.recipient);

/**
 * Returns whether the recipient is the dummy payer's number with any suffix. If the suffix differs from the target's,
 * either of them may be wrong.
 */
const hasPayersId = (fact: PayerFact) => dummyPayerId.test(recipientShape(fact));

/** Returns whether the recipient has the dummy payer's number, followed by any other text. */
const hasPayersNumber = (fact: PayerFact) =>
  new RegExp(`^\\s*${constants.payerNumber}(?!\\d)`).test(recipientShape(fact));

const likely = {
  leftOut: 'the header x-hcx-recipient_code is left out',
  empty: 'the header x-hcx-recipient_code is there, and empty',
  otherNetwork:
    'the network suffix is another than that of the target: where this one is right, set participants.payer',
  noSuffix: 'the network suffix is left out',
  blank: 'there is a blank in the participant id, or beside it',
  itself: 'the recipient is the provider itself: a reply needs sender and recipient the other way round',
  severalAts: 'the participant id has more than one @',
  another: 'another participant id than that of the dummy payer is named',
  noId: 'the dummy payer is named by something else than a participant id: digits, @ and a network suffix',
} as const;

function causeOfRecipient(fact: PayerFact, { participants }: RuleContext): string {
  const { recipient, sender } = fact;
  if (recipient === undefined) return likely.leftOut;
  if (recipient.trim() === '') return likely.empty;
  const shape = recipientShape(fact);
  const { payerNumber } = constants;
  if (recipient === sender || recipient === participants?.provider) return likely.itself;
  if (/\s/.test(shape)) return likely.blank;
  if (shape.split('@').length > 2) return likely.severalAts;
  if (hasPayersId(fact)) return likely.otherNetwork;
  if (new RegExp(`^${payerNumber}@?$`).test(shape)) return likely.noSuffix;
  return /^\d+@[^\s@]+$/.test(shape) ? likely.another : likely.noId;
}

function judgeRecipient(found: PayerStep, context: RuleContext): Judgement {
  const { fact } = found;
  if (!showsHeaders(fact))
    return { unjudged: reportText`${showStep(found)} cannot be read: ${fact.flaw ?? ''}` };
  if (goesToPayer(fact, context)) return keptJudgement;
  const breach = {
    sent: showStep(found),
    expected: `x-hcx-recipient_code ${context.participants?.payer ?? `${constants.payerNumber}@…`}`,
    seen: fact.recipient ?? 'no x-hcx-recipient_code',
    cause: causeOfRecipient(fact, context),
  };
  // The document does not name the header, so the recipient may be somewhere else.
  const judged = fact.recipient === undefined ? unlessDefault('envelope', breach, context) : breach;
  return 'unjudged' in judged ? judged : { breach: judged };
}

/** Clause 1.4: the provider addresses the dummy payer by its participant id. */
export const payerAddressed = defineHome({
  id: 'DPY-07',
  clauses: ['1.4'],
  quote: 'a numeric part 1000003538 followed by @ and a network suffix',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'passive',
  title: 'The dummy payer is addressed by its participant id',
  rule: 'The address of the dummy payer is 1000003538@ followed by the network suffix.',
  providerMethods: [],
  latitude: {
    'more protected headers': 'more-protected-headers',
    'a bundle without an envelope, if the target sets it': 'provider-in-json',
    'an envelope with RSA-OAEP': 'provider-with-rsa-oaep',
  },
  absences:
    'recorded traffic is judged only if the recipient is the dummy payer, or if a trigger has the correlation id of the message',
  on: ['provider', 'dummyPayer'],
  bothSides: true,
  tells: placesAt('fact payer/recipient', 'fact payer/flaw'),
  reads: 'request',
  causes: Object.values(likely),
  judge: (context) => {
    const tally = new JudgementTally(context);
    /** The correlation ids in triggers: a message with such an id is meant for the dummy payer. */
    const triggered = new Set<string>();
    /** Judgements on messages in traffic that may be meant for another payer, by their correlation id. */
    const others = new Map<string, { readonly judgement: Judgement; readonly seq: number }>();
    return {
      observe(exchange) {
        if (exchange.sender !== 'integrator') return;
        const named = triggerIn(exchange)?.correlationId;
        if (typeof named === 'string') triggered.add(named);
        const found = readIntendedPayerStep(exchange, context.readings);
        if (found === undefined) return;
        const { seq } = exchange;
        const judgement = judgeRecipient(found, context);
        const { correlationId, recipient } = found.fact;
        const isOther = recipient !== undefined && !hasPayersNumber(found.fact);
        // If the suite plays the services, the dummy payer is the only payer. In traffic, there may be others.
        if (!isOther || context.playsServices === true) tally.add(judgement, seq);
        else if (correlationId !== undefined && !others.has(correlationId))
          others.set(correlationId, { judgement, seq });
      },
      conclude() {
        const meant = [...others].filter(([id]) => triggered.has(id));
        return tally.concludeWith(meant.map(([, { judgement, seq }]) => ({ judgement, seqs: [seq] })));
      },
    };
  },
});
