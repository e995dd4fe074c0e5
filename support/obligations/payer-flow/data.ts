import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import type { PayerFact } from '../../contract/payer-facts';
import { constants } from '../../contract/constants';
import type { Cycle } from '../cycles/cycle-log';
import { errorAlone } from '../cycles/messages';
import { home } from '../judge/home';
import { flowPlaces } from '../judge/places';
import type { RuleContext, Told } from '../judge/judge';
import { sealed } from './content-checks';
import type { Check } from './flow';
import { flow } from './flow';
import { called, payerCauses, readable, show, took } from './payer-checks';

const interim = 'an interim answer';

const likely = {
  echo: 'the payer sends back what it gets',
  interim: 'an interim answer alone came: the final one was never sent, or comes later than the suite waits',
  error: 'the payer could not read the request, or does not know the policy',
  empty: 'an empty answer, or another format than FHIR R4',
  otherType: 'the answers to both kinds of request are mixed up, or the data has another type (its reading)',
  otherPolicy: 'another policy than that of the test is answered',
} as const;

/** What is wrong with an answer, and why it may be. */
type Flaw = Pick<Told, 'seen' | 'cause'>;

const isPlan = ({ kind }: Cycle): boolean => kind === 'plan';

function typesOf(cycle: Cycle, { readings }: RuleContext): readonly string[] {
  return readings[isPlan(cycle) ? 'plan-data' : 'eligibility-data'];
}

/** Data, and not what was sent: of several answers one suffices, since interim ones may come before it. */
const holdsData: Check = (cycle, { of }, context) => {
  const request = of(cycle.request?.seq);
  const flaws = cycle.answers.map(({ seq }) => flawIn(seq, of(seq)?.facts.payer, cycle, context));
  const echoed = cycle.answers.find(({ seq }) => isEcho(of(seq)?.facts.payer, request?.facts.payer));
  const flaw: Flaw | undefined =
    echoed === undefined
      ? flaws.includes(undefined)
        ? undefined
        : flaws.at(-1)
      : { seen: 'the bundle of the request', cause: likely.echo };
  if (flaw === undefined) return undefined;
  const types = typesOf(cycle, context).join(' or ');
  const expected = isPlan(cycle)
    ? `plan data with policy number ${constants.policyNumber}: ${types} (reading plan-data)`
    : `eligibility data: ${types} (reading eligibility-data)`;
  return { sent: show(request, cycle), expected, ...flaw };
};

function isEcho(answer: PayerFact | undefined, request: PayerFact | undefined): boolean {
  return answer?.digest !== undefined && answer.digest === request?.digest;
}

function flawIn(
  seq: number,
  fact: PayerFact | undefined,
  cycle: Cycle,
  context: RuleContext,
): Flaw | undefined {
  const resources = fact?.resources.filter((type) => type !== 'Bundle') ?? [];
  // Recordings of old know what there was, and not what it said.
  const contents = fact?.contents ?? resources;
  const seen = (what: string): Text => text`${what} in ${numbered(seq)}`;
  const error = fact && errorIn(fact);
  if (error !== undefined)
    return { seen: seen(error), cause: error.startsWith(interim) ? likely.interim : likely.error };
  const said = resources.filter((type) => contents.includes(type));
  if (said.length === 0)
    return {
      seen: seen(resources.length === 0 ? 'nothing' : `${resources.join(', ')}, with nothing in it,`),
      cause: likely.empty,
    };
  const wanted = typesOf(cycle, context);
  if (!wanted.some((type) => said.includes(type)))
    return {
      seen: seen(said.join(', ')),
      cause: wanted.some((type) => resources.includes(type)) ? likely.empty : likely.otherType,
    };
  if (isPlan(cycle) && fact?.policyNumber !== true)
    return {
      seen: text`${seen(said.join(', '))}, without it`,
      cause: likely.otherPolicy,
    };
  return undefined;
}

/** An answer that tells of an error, or is to be followed by another, is no data. */
function errorIn(fact: PayerFact): string | undefined {
  const { status, outcomes } = fact;
  if (status === 'response.error') return 'an error (x-hcx-status response.error)';
  if (outcomes !== undefined && !outcomes.some((each) => each === 'complete' || each === 'partial'))
    return outcomes.includes('error') ? 'an error (outcome error)' : `${interim} (outcome queued)`;
  return errorAlone(fact);
}

/** Clause 4.7. */
export const dataComes = home({
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
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { request: ['insurance plan', 'eligibility'] },
  causes: [...payerCauses, ...Object.values(likely)],
  follows: ['CBK-01'],
  tells: flowPlaces,
  judge: flow(
    ({ kind, request }) => request !== undefined && (kind === 'plan' || kind === 'eligibility'),
    [
      took('request', 'request'),
      called(
        'answer',
        (cycle, { readings }) => readings[isPlan(cycle) ? 'plan-answer' : 'eligibility-answer'],
      ),
      sealed,
      readable('answer'),
      holdsData,
    ],
    { facetsOf: (cycle) => [isPlan(cycle) ? 'insurance plan' : 'eligibility'] },
  ),
});
