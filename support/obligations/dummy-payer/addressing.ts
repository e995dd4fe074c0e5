import type { Exchange } from '../../exchange/exchange';
import { replaceFormsByChar } from '../../exchange/read-form';
import { reportText } from '../../exchange/text';
import { defineHome, placesAt } from '../judge/home';
import { constants } from '../../contract/constants';
import type { PayerFact } from '../../contract/payer-facts';
import type { RuleContext } from '../judge/judge';
import { eachExchange, keptJudgement } from '../judge/judge';
import { showStep, readIntendedPayerStep } from '../cycles/messages';

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
  latitude: {
    'more entries in the bundle': 'bundles-with-more-entries',
    'a bundle without an envelope, as the target says': 'provider-in-json',
    'an envelope with RSA-OAEP': 'provider-with-rsa-oaep',
    'a repeated request': 'requests-sent-again',
  },
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

const dummyPayerId = new RegExp(`^${constants.payerNumber}@\\S+$`);

/** Returns whether the recipient is the dummy payer, with the network suffix of the target's payer if it is set. */
const goesToPayer = ({ facts }: Exchange, { participants }: RuleContext) => {
  const { recipient = '' } = facts.payer ?? {};
  return dummyPayerId.test(replaceFormsByChar(recipient)) && recipient === (participants?.payer ?? recipient);
};

/**
 * Returns whether the recipient is the dummy payer's number with any suffix. If the suffix differs from the target's,
 * either of them may be wrong.
 */
const hasPayersNumber = ({ facts }: Exchange) =>
  dummyPayerId.test(replaceFormsByChar(facts.payer?.recipient ?? ''));

const likely = {
  leftOut: 'the header x-hcx-recipient_code is left out',
  otherNetwork:
    'the network suffix is another than that of the target: where this one is right, set participants.payer',
  noSuffix: 'the network suffix is left out',
  sender: 'sender and recipient are mixed up, above all in a reply: the provider addresses itself',
  another: 'another participant is addressed, or the payer by another name than its participant id',
} as const;

function causeOfRecipient(exchange: Exchange, { participants }: RuleContext): string {
  const { recipient, sender } = exchange.facts.payer ?? {};
  if (recipient === undefined || recipient.trim() === '') return likely.leftOut;
  if (hasPayersNumber(exchange)) return likely.otherNetwork;
  if (new RegExp(`^${constants.payerNumber}@?$`).test(replaceFormsByChar(recipient))) return likely.noSuffix;
  return recipient === sender || recipient === participants?.provider ? likely.sender : likely.another;
}

/** Clause 1.4: the provider addresses the dummy payer by its participant id. */
export const payerAddressed = defineHome({
  id: 'DPY-07',
  clauses: ['1.4'],
  quote: 'a numeric part 1000003538 followed by @ and a network suffix',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'The dummy payer is addressed by its participant id',
  rule: 'The address of the dummy payer is 1000003538@ followed by the network suffix.',
  latitude: {
    'more protected headers': 'more-protected-headers',
    'a bundle without an envelope, as the target says': 'provider-in-json',
    'an envelope with RSA-OAEP': 'provider-with-rsa-oaep',
  },
  on: ['provider'],
  bothSides: true,
  tells: placesAt('fact payer/recipient', 'fact payer/flaw'),
  reads: 'request',
  causes: Object.values(likely),
  judge: eachExchange((exchange, context) => {
    const { readings, participants } = context;
    const found = exchange.sender === 'integrator' ? readIntendedPayerStep(exchange, readings) : undefined;
    if (found === undefined) return undefined;
    const { fact } = found;
    if (!showsHeaders(fact))
      return { unjudged: reportText`${showStep(found)} cannot be read: ${fact.flaw ?? ''}` };
    const { recipient } = fact;
    if (goesToPayer(exchange, context)) return keptJudgement;
    return {
      breach: {
        sent: showStep(found),
        expected: `x-hcx-recipient_code ${participants?.payer ?? `${constants.payerNumber}@…`}`,
        seen: recipient ?? 'no x-hcx-recipient_code',
        cause: causeOfRecipient(exchange, context),
      },
    };
  }),
});
