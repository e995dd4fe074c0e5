import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import { combined } from '../judge/facets';
import { flowPlaces } from '../judge/places';
import type { Cycle } from '../cycles/cycle-log';
import type { Answer } from '../cycles/cycle-message';
import { decidedOnce, ofItsKind, sealed } from './content-checks';
import type { Check } from './flow';
import { flow } from './flow';
import { called, readable, show, took } from './payer-checks';

const onSubmit = ({ kind }: Cycle): string =>
  kind === 'claim' ? '/v1/claim/on_submit' : '/v1/preauth/on_submit';

function told(answer: Answer | undefined): Text {
  const what = answer?.decision ?? (answer?.final === false ? 'an interim answer alone,' : 'no decision');
  return text`${what} in ${numbered(answer?.seq ?? 0)}`;
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
    cause: 'the action is not looked at, or the decision stands elsewhere (reading decision)',
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
    cause: 'the request was not found, and the error goes out on the path of the query',
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
    cause: 'Query is answered like a decision',
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
    cause: 'the decision stands elsewhere (reading decision)',
  };
};

/** What a decision says besides its word. */
const ofOneMind: readonly Check[] = [decidedOnce, ofItsKind];

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
  follows: ['CBK-01', 'DPY-08'],
  needs: ['DPY-08'],
  tells: flowPlaces,
  mistakes: {
    'disposition "Rejected"': 'the opposite decision',
    'disposition "Partially approved"': 'a decision that is neither',
    'an approval and a rejection': 'two opposite decisions',
    'outcome "queued"': 'only an interim answer',
    'an OperationOutcome alone': 'an error instead of a decision',
    'use "claim"': 'an answer about a claim',
    'the path "v1/claim/on_submit"': 'the callback of a claim',
    'a decision in plain': 'a decision without its envelope',
    'no callback': 'a trigger without effect',
  },
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
  follows: ['CBK-01', 'DPY-08'],
  needs: ['DPY-08'],
  tells: flowPlaces,
  mistakes: {
    'no query': 'a trigger without effect',
    'an OperationOutcome as the query': 'an error instead of a query',
    'the decision before the documents': 'a payer that does not wait',
    'no decision after the documents': 'a payer that never decides',
  },
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
