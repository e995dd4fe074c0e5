import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import { combined } from '../judge/facets';
import { flowPlaces } from '../judge/places';
import type { Cycle } from '../cycles/cycle-log';
import type { Answer } from '../cycles/cycle-message';
import { decidedOnce, ofItsKind, sealed, twoDecisions } from './content-checks';
import type { Check } from './flow';
import { flow } from './flow';
import { called, payerCauses, readable, show, took } from './payer-checks';
import { providerCauses } from './provider-causes';

const onSubmit = ({ kind }: Cycle): string =>
  kind === 'claim' ? '/v1/claim/on_submit' : '/v1/preauth/on_submit';

function told(answer: Answer | undefined): Text {
  const what =
    answer?.decision ??
    answer?.error ??
    (answer?.final === false ? 'an interim answer alone,' : 'no decision');
  return text`${what} in ${numbered(answer?.seq ?? 0)}`;
}

const likely = {
  opposite: 'the action of the trigger is not looked at, or is mixed up with that of another cycle',
  interim: 'an interim answer alone came: the final one was never sent, or comes later than the suite waits',
  elsewhere:
    'the decision stands elsewhere, or in other words, than where it is looked for (reading decision)',
  error: 'the payer could not read the request, or does not know the case: it answers an error',
  errorAsQuery: 'the request was not found, and the error goes out on the path of the query',
  notWaited: 'Query is answered like a decision',
} as const;

function whyNotDecided(answer: Answer | undefined): string {
  if (answer?.decision === 'approved' || answer?.decision === 'rejected') return likely.opposite;
  return whyUndecided(answer);
}

function whyUndecided(answer: Answer | undefined): string {
  if (answer?.error !== undefined) return likely.error;
  return answer?.final === false ? likely.interim : likely.elsewhere;
}

/** The final answer says what the trigger had asked for. */
const decidedAsTold: Check = (cycle, { of }) => {
  const { answer, trigger } = cycle;
  const wanted = trigger?.action === 'Approve' ? 'approved' : 'rejected';
  if (answer?.decision === wanted) return undefined;
  return {
    sent: show(of(trigger?.seq), cycle),
    expected: `a final answer that says ${wanted}`,
    seen: told(answer),
    cause: whyNotDecided(answer),
  };
};

/** What a query says is not shown; but an error is none. */
const asks: Check = (cycle, { of }) => {
  const { query, trigger } = cycle;
  if (query?.error === undefined) return undefined;
  return {
    sent: show(of(trigger?.seq), cycle),
    expected: 'a query, whatever it holds but an error alone',
    seen: text`${query.error} in ${numbered(query.seq)}`,
    cause: likely.errorAsQuery,
  };
};

/** What the payer asked for is what it waits for. */
const waited: Check = (cycle, { of }) => {
  const { answer, reply } = cycle;
  // Interim answers may come at any time.
  if (answer?.final !== true || answer.at >= (reply?.at ?? Infinity)) return undefined;
  return {
    sent: show(of(cycle.query?.seq), cycle),
    expected: 'a final answer after the documents',
    seen: text`${numbered(answer.seq)}, ${reply === undefined ? 'without them' : text`before the reply ${numbered(reply.seq)}`}`,
    cause: likely.notWaited,
  };
};

/** After a query the payer decides on its own; but it does decide. */
const decidedAtAll: Check = (cycle, { of }) => {
  const { answer, reply } = cycle;
  if (answer?.decision === 'approved' || answer?.decision === 'rejected') return undefined;
  return {
    sent: show(of(reply?.seq), cycle),
    expected: 'a final answer, approved or rejected',
    seen: told(answer),
    cause: whyUndecided(answer),
  };
};

/** What a decision says besides its word. */
const ofOneMind: readonly Check[] = [decidedOnce, ofItsKind];

const ofDecisions = [likely.interim, likely.elsewhere, likely.error, twoDecisions, providerCauses.otherUse];

const triggered =
  (...actions: string[]) =>
  ({ trigger }: Cycle): boolean =>
    trigger !== undefined && actions.includes(trigger.action);

/** A request that the payer did not take: nothing could be triggered. */
function isUnbegun({ kind, request, trigger }: Cycle): boolean {
  return (kind === 'preauth' || kind === 'claim') && request?.taken === false && trigger === undefined;
}

/** The method of a trigger in this cycle: `Preauth` or `Claim`. */
const methodOf = ({ kind, trigger }: Cycle): string =>
  trigger?.method ?? (kind === 'claim' ? 'Claim' : 'Preauth');

/** Clause 4.7. */
export const decisionsCome = home({
  id: 'FLW-12',
  clauses: ['4.7'],
  quote: 'triggers approve, reject or query',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Approve and Reject lead to the final answer',
  rule:
    'After Approve or Reject the final answer arrives on the on_submit callback that belongs to the ' +
    'method in the trigger.',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { method: ['Preauth', 'Claim'], action: ['Approve', 'Reject'] },
  causes: [...payerCauses, ...ofDecisions, likely.opposite],
  follows: ['CBK-01', 'DPY-08'],
  needs: ['DPY-08'],
  tells: flowPlaces,
  judge: flow(
    (cycle) => triggered('Approve', 'Reject')(cycle) || isUnbegun(cycle),
    [
      took('request', 'request'),
      took('trigger', 'trigger'),
      called('answer', onSubmit),
      sealed,
      readable('answer'),
      decidedAsTold,
      ...ofOneMind,
    ],
    {
      facetsOf: (cycle) =>
        combined(
          [methodOf(cycle)],
          cycle.trigger === undefined ? ['Approve', 'Reject'] : [cycle.trigger.action],
        ),
    },
  ),
});

/** Clauses 4.7, 6.1. */
export const queriesCome = home({
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
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { method: ['Preauth', 'Claim'] },
  causes: [...payerCauses, ...ofDecisions, likely.errorAsQuery, likely.notWaited],
  follows: ['CBK-01', 'DPY-08'],
  needs: ['DPY-08'],
  tells: flowPlaces,
  judge: flow(
    (cycle) => triggered('Query')(cycle) || isUnbegun(cycle),
    [
      took('request', 'request'),
      took('trigger', 'trigger'),
      called('query', () => '/v1/communication/request'),
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
