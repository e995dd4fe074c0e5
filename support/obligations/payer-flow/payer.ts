import { constants } from '../../contract/constants';
import type { PayerFact } from '../../contract/payer-facts';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import type { PayerAnswer, SeenCycle } from '../cycles/cycle-log';
import { describeErrorOnly } from '../cycles/messages';
import { combineFacetNames } from '../judge/facets';
import { unlessDefault } from '../judge/defaults';
import { defineHome, flowPlaces } from '../judge/home';
import type { RuleContext, BreachDetails } from '../judge/judge';
import { called, showInCycle } from './called';
import { decidedOnce, ofItsKind, payerCauses, readable, sealed, took, twoDecisions } from './checks';
import type { FlowCheck, SeenBeside } from './flow';
import { flowRule, providerCauses } from './flow';

const interim = 'an interim answer';

const dataCauses = {
  echo: 'the payer sends back what it gets',
  interim: 'an interim answer alone came: the final one was never sent, or comes later than the suite waits',
  error: 'the payer could not read the request, or does not know the policy',
  empty: 'an empty answer, or another format than FHIR R4',
  otherType: 'the answers to both kinds of request are mixed up, or the data has another type (its reading)',
  otherPolicy: 'another policy than that of the test is answered',
} as const;

/** The description of a flaw in an answer, and its likely cause. */
interface Flaw extends Pick<BreachDetails, 'seen' | 'cause'> {
  /** Set if the answer has content, but not of the type that the readings name. */
  readonly isOfOtherForm?: true;
}

const isPlan = ({ kind }: SeenCycle): boolean => kind === 'plan';

function typesOf(cycle: SeenCycle, { readings }: RuleContext): readonly string[] {
  return readings[isPlan(cycle) ? 'plan-data' : 'eligibility-data'];
}

/**
 * Checks that at least one answer contains the requested data, and that no answer repeats the request. Interim answers
 * may come before the data.
 */
const holdsData: FlowCheck = (cycle, { of }, context) => {
  const request = of(cycle.request?.seq);
  const flaws = cycle.answers.map(({ seq }) => flawIn(seq, of(seq)?.facts.payer, cycle, context));
  const echoed = cycle.answers.find(({ seq }) => isEcho(of(seq)?.facts.payer, request?.facts.payer));
  const flaw: Flaw | undefined =
    echoed === undefined
      ? flaws.includes(undefined)
        ? undefined
        : flaws.at(-1)
      : { seen: 'the bundle of the request', cause: dataCauses.echo };
  if (flaw === undefined) return undefined;
  const types = typesOf(cycle, context).join(' or ');
  const expected = isPlan(cycle)
    ? `plan data with policy number ${constants.policyNumber}: ${types} (reading plan-data)`
    : `eligibility data: ${types} (reading eligibility-data)`;
  const { isOfOtherForm, ...shown } = flaw;
  const breach = { sent: showInCycle(request, cycle), expected, ...shown };
  return isOfOtherForm === true
    ? unlessDefault(isPlan(cycle) ? 'plan-data' : 'eligibility-data', breach, context)
    : breach;
};

function isEcho(answer: PayerFact | undefined, request: PayerFact | undefined): boolean {
  return answer?.digest !== undefined && answer.digest === request?.digest;
}

function flawIn(
  seq: number,
  fact: PayerFact | undefined,
  cycle: SeenCycle,
  context: RuleContext,
): Flaw | undefined {
  const resources = fact?.resources.filter((type) => type !== 'Bundle') ?? [];
  const contents = fact?.contents ?? [];
  const seen = (what: string): ReportText => reportText`${what} in ${linkToExchange(seq)}`;
  const error = fact && errorIn(fact);
  if (error !== undefined)
    return { seen: seen(error), cause: error.startsWith(interim) ? dataCauses.interim : dataCauses.error };
  const said = contents.includes('record')
    ? ['a record']
    : resources.filter((type) => contents.includes(type));
  if (said.length === 0)
    return {
      seen: seen(resources.length === 0 ? 'nothing' : `${resources.join(', ')}, with nothing in it,`),
      cause: dataCauses.empty,
    };
  const wanted = typesOf(cycle, context);
  const isOfType = wanted.some((type) => said.includes(type));
  if (!isOfType && wanted.some((type) => resources.includes(type)))
    return { seen: seen(said.join(', ')), cause: dataCauses.empty };
  if (isPlan(cycle) && fact?.policyNumber !== true)
    return { seen: reportText`${seen(said.join(', '))}, without it`, cause: dataCauses.otherPolicy };
  return isOfType
    ? undefined
    : { seen: seen(said.join(', ')), cause: dataCauses.otherType, isOfOtherForm: true };
}

/** Describes an answer that is an error or an interim answer; `undefined` if it can contain data. */
function errorIn(fact: PayerFact): string | undefined {
  const { status, outcomes } = fact;
  if (status === 'response.error') return 'an error (x-hcx-status response.error)';
  if (outcomes !== undefined && !outcomes.some((each) => each === 'complete' || each === 'partial'))
    return outcomes.includes('error') ? 'an error (outcome error)' : `${interim} (outcome queued)`;
  return describeErrorOnly(fact);
}

/** Clause 4.7: the payer answers plan requests and eligibility checks with data. */
export const dataComes = defineHome({
  id: 'FLW-14',
  clauses: ['4.7'],
  quote: 'returns plan data for the test policy',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Plan requests and eligibility checks bring data',
  rule:
    'Insurance plan requests get plan data of the test policy from the payer, and eligibility checks ' +
    'get eligibility data.',
  latitude: {
    'a refusal in the clear before the answer': 'refused-in-the-clear-first',
    'a hint beside the data': 'data-with-hints',
    'an interim answer before the data': 'eligibility-announced',
    'another resource type, if the target sets it': 'eligibility-in-a-coverage',
    'other paths of the callbacks, if the target sets it': 'callbacks-elsewhere',
    'a repeated callback': 'callbacks-twice',
  },
  absences: { 'the answer of the payer': { run: 'failed', traffic: 'not judged' } },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { request: ['insurance plan', 'eligibility'] },
  causes: [...payerCauses, ...Object.values(dataCauses)],
  follows: ['CBK-01'],
  tells: flowPlaces,
  judge: flowRule(
    ({ kind, request }) => request !== undefined && (kind === 'plan' || kind === 'eligibility'),
    [
      took('request', 'request'),
      called('answer', (cycle, { readings }) => {
        const reading = isPlan(cycle) ? 'plan-answer' : 'eligibility-answer';
        return { path: readings[reading], reading };
      }),
      sealed,
      readable('answer'),
      holdsData,
    ],
    { facetsOf: (cycle) => [isPlan(cycle) ? 'insurance plan' : 'eligibility'] },
  ),
});

const onSubmit = ({ kind }: SeenCycle) => ({
  path: kind === 'claim' ? '/v1/claim/on_submit' : '/v1/preauth/on_submit',
});

/** Describes the decision in an answer. */
function told(answer: PayerAnswer | undefined): ReportText {
  const what =
    answer?.decision ??
    answer?.error ??
    (answer?.final === false ? 'an interim answer alone,' : 'no decision');
  return reportText`${what} in ${linkToExchange(answer?.seq ?? 0)}`;
}

const decisionCauses = {
  opposite: 'the action of the trigger is not looked at, or is mixed up with that of another cycle',
  interim: 'an interim answer alone came: the final one was never sent, or comes later than the suite waits',
  elsewhere:
    'the decision stands elsewhere, or in other words, than where it is looked for (reading decision)',
  error: 'the payer could not read the request, or does not know the case: it answers an error',
  errorAsQuery: 'the request was not found, and the error goes out on the path of the query',
  notWaited: 'Query is answered like a decision',
  unasked: 'the payer asks whatever the action of the trigger is, for example by the amount of a claim',
} as const;

function whyNotDecided(answer: PayerAnswer | undefined): string {
  if (answer?.decision === 'approved' || answer?.decision === 'rejected') return decisionCauses.opposite;
  return whyUndecided(answer);
}

function whyUndecided(answer: PayerAnswer | undefined): string {
  if (answer?.error !== undefined) return decisionCauses.error;
  return answer?.final === false ? decisionCauses.interim : decisionCauses.elsewhere;
}

/** Checks that the final answer contains the decision that the trigger asked for. */
const decidedAsTold: FlowCheck = (cycle, { of }, context) => {
  const { answer, trigger } = cycle;
  const wanted = trigger?.action === 'Approve' ? 'approved' : 'rejected';
  if (answer?.decision === wanted) return undefined;
  const breach = {
    sent: showInCycle(of(trigger?.seq), cycle),
    expected: `a final answer that says ${wanted}`,
    seen: told(answer),
    cause: whyNotDecided(answer),
  };
  return mayDecideElsewhere(answer, of) ? unlessDefault('decision', breach, context) : breach;
};

/**
 * Returns whether an answer may decide in another place or in other words than the reading `decision` names. An answer
 * that is only an error, or that has an error or an interim state as its `outcome`, does not decide anywhere.
 */
function mayDecideElsewhere(answer: PayerAnswer | undefined, of: SeenBeside['of']): boolean {
  if (answer === undefined || answer.error !== undefined) return false;
  if (answer.decision === 'approved' || answer.decision === 'rejected') return false;
  const { outcomes = [] } = of(answer.seq)?.facts.payer ?? {};
  return outcomes.length === 0 || outcomes.some((each) => each === 'complete' || each === 'partial');
}

/** Checks that a query is not an error. The document does not show any other content of a query. */
const asks: FlowCheck = (cycle, { of }) => {
  const { query, trigger } = cycle;
  if (query?.error === undefined) return undefined;
  return {
    sent: showInCycle(of(trigger?.seq), cycle),
    expected: 'a query, whatever it holds but an error alone',
    seen: reportText`${query.error} in ${linkToExchange(query.seq)}`,
    cause: decisionCauses.errorAsQuery,
  };
};

/** Checks that the payer waits for the documents that it asked for. */
const waited: FlowCheck = (cycle, { of }) => {
  const { answer, reply } = cycle;
  // An interim answer may come before the documents.
  if (answer?.final !== true || answer.at >= (reply?.at ?? Infinity)) return undefined;
  return {
    sent: showInCycle(of(cycle.query?.seq), cycle),
    expected: 'a final answer after the documents',
    seen: reportText`${linkToExchange(answer.seq)}, ${reply === undefined ? 'without them' : reportText`before the reply ${linkToExchange(reply.seq)}`}`,
    cause: decisionCauses.notWaited,
  };
};

/** Checks that the payer decides after a query. Both decisions are right. */
const decidedAtAll: FlowCheck = (cycle, { of }, context) => {
  const { answer, reply } = cycle;
  if (answer?.decision === 'approved' || answer?.decision === 'rejected') return undefined;
  const breach = {
    sent: showInCycle(of(reply?.seq), cycle),
    expected: 'a final answer, approved or rejected',
    seen: told(answer),
    cause: whyUndecided(answer),
  };
  return mayDecideElsewhere(answer, of) ? unlessDefault('decision', breach, context) : breach;
};

/** The checks that apply to every decision, whether approved or rejected. */
const ofOneMind: readonly FlowCheck[] = [decidedOnce, ofItsKind];

const ofDecisions = [
  decisionCauses.interim,
  decisionCauses.elsewhere,
  decisionCauses.error,
  twoDecisions,
  providerCauses.otherUse,
];

/**
 * Checks that no query came in a cycle without the action Query (clause 6.1). The suite must have sent the trigger
 * itself: in recorded traffic, another trigger of the cycle may be missing.
 */
const notQueried: FlowCheck = ({ query, isQueryTriggered, trigger, ...cycle }, { of }) => {
  const triggering = of(trigger?.seq);
  if (query === undefined || isQueryTriggered === true || triggering?.sender !== 'suite') return undefined;
  return {
    sent: showInCycle(triggering, cycle),
    expected: 'the final answer alone: a query comes only after the action Query',
    seen: reportText`a query in ${linkToExchange(query.seq)}`,
    cause: decisionCauses.unasked,
  };
};

/** Returns a filter for cycles with one of these actions in their trigger. */
const triggered =
  (...actions: string[]) =>
  ({ trigger }: SeenCycle): boolean =>
    trigger !== undefined && actions.includes(trigger.action);

/** Returns whether the payer refused the request of a cycle, so that the suite could not send a trigger. */
function isUnbegun({ kind, request, trigger }: SeenCycle): boolean {
  return (kind === 'preauth' || kind === 'claim') && request?.taken === false && trigger === undefined;
}

/** Returns the method of the trigger in a cycle: `Preauth` or `Claim`. */
const methodOf = ({ kind, trigger }: SeenCycle): string =>
  trigger?.method ?? (kind === 'claim' ? 'Claim' : 'Preauth');

/** Clause 4.7: the payer answers with a decision after Approve or Reject. */
export const decisionsCome = defineHome({
  id: 'FLW-12',
  clauses: ['4.7', '6.1'],
  quote: 'triggers approve, reject or query',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Approve and Reject lead to the final answer',
  rule:
    'After Approve or Reject the final answer arrives on the on_submit callback that belongs to the ' +
    'method in the trigger. The payer sends a query only in a cycle with the action Query.',
  latitude: {
    'a refusal in the clear before the answer': 'refused-in-the-clear-first',
    'interim answers before the decision': 'interim-answers',
    'a body without the type': 'payer-without-type',
    'a body with another type': 'payer-with-another-type',
    'a step code as the workflow id': 'workflow-is-a-step-code',
    'the status response.partial of a final answer': 'answers-called-partial',
    'a decision in a code, if the target sets it': 'decision-in-a-code',
    'several responses with the same decision': 'two-responses-of-one-mind',
    'a response without a use': 'decisions-without-use',
    'a repeated callback': 'callbacks-twice',
  },
  absences: { 'the final answer of the payer': { run: 'failed', traffic: 'not judged' } },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { method: ['Preauth', 'Claim'], action: ['Approve', 'Reject'] },
  causes: [...payerCauses, ...ofDecisions, decisionCauses.opposite, decisionCauses.unasked],
  follows: ['CBK-01', 'DPY-08'],
  needs: ['DPY-08'],
  tells: flowPlaces,
  judge: flowRule(
    (cycle) => triggered('Approve', 'Reject')(cycle) || isUnbegun(cycle),
    [
      took('request', 'request'),
      took('trigger', 'trigger'),
      called('answer', onSubmit),
      sealed,
      readable('answer'),
      decidedAsTold,
      notQueried,
      ...ofOneMind,
    ],
    {
      facetsOf: (cycle) =>
        combineFacetNames(
          [methodOf(cycle)],
          cycle.trigger === undefined ? ['Approve', 'Reject'] : [cycle.trigger.action],
        ),
    },
  ),
});

/** Clauses 4.7, 6.1: the payer sends a query after Query, and decides after the reply. */
export const queriesCome = defineHome({
  id: 'FLW-13',
  clauses: ['4.7', '6.1'],
  quote: 'v1/communication/request (payer query; emitted after a Query action, 4.4).',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Query leads to a communication request',
  rule:
    'After Query a callback arrives on v1/communication/request, and once that has been replied to, ' +
    'on_submit brings the final answer.',
  latitude: {
    'a query without entries': 'query-is-an-empty-bundle',
    'a Task as the query': 'query-as-a-task',
    'a rejection after the reply, if the target sets it': 'rejected-after-reply',
    'interim answers before the query': 'interim-answers',
    'a repeated callback': 'callbacks-twice',
  },
  absences: {
    'the query of the payer': { run: 'failed', traffic: 'not judged' },
    'the final answer of the payer after the reply': { run: 'failed', traffic: 'not judged' },
  },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { method: ['Preauth', 'Claim'] },
  causes: [...payerCauses, ...ofDecisions, decisionCauses.errorAsQuery, decisionCauses.notWaited],
  follows: ['CBK-01', 'DPY-08'],
  needs: ['DPY-08'],
  tells: flowPlaces,
  judge: flowRule(
    (cycle) => triggered('Query')(cycle) || isUnbegun(cycle),
    [
      took('request', 'request'),
      took('trigger', 'trigger'),
      called('query', () => ({ path: '/v1/communication/request' })),
      sealed,
      readable('query'),
      asks,
      waited,
      took('reply', 'reply'),
      called('answer', onSubmit),
      readable('answer'),
      decidedAtAll,
      ...ofOneMind,
    ],
    { facetsOf: (cycle) => [methodOf(cycle)] },
  ),
});
