import type { Answer, Cycle } from '../cycles/cycle-log';
import type { Judge } from './payer-flow';
import { called, payerFlow, readable, show, took } from './payer-flow';

const onSubmit = ({ kind }: Cycle): string =>
  kind === 'claim' ? '/v1/claim/on_submit' : '/v1/preauth/on_submit';

function told(answer: Answer | undefined): string {
  const what = answer?.decision ?? (answer?.final === false ? 'an interim answer alone,' : 'no decision');
  return `${what} in #${answer?.seq ?? 0}`;
}

/** The final answer says what the trigger had asked for. */
const decidedAsTold: Judge = (cycle, { of }) => {
  const { answer, trigger } = cycle;
  const wanted = trigger?.action === 'Approve' ? 'approved' : 'rejected';
  if (answer?.decision === wanted) return undefined;
  return {
    sent: show(of(trigger?.seq), cycle),
    expected: `a final answer that says ${wanted}`,
    got: told(answer),
    likely: 'the action is not looked at, or the decision stands elsewhere (reading decision)',
  };
};

/** What the payer asked for is what it waits for. */
const waited: Judge = ({ answer, reply, ...cycle }, { of }) => {
  // Interim answers may come at any time.
  if (answer?.final !== true || answer.at >= (reply?.at ?? Infinity)) return undefined;
  return {
    sent: show(of(cycle.query?.seq), { ...cycle }),
    expected: 'a final answer after the documents',
    got: `#${answer.seq}, ${reply === undefined ? 'without them' : `before the reply #${reply.seq}`}`,
    likely: 'Query is answered like a decision',
  };
};

/** After a query the payer decides on its own; but it does decide. */
const decidedAtAll: Judge = (cycle, { of }) => {
  const { answer, reply } = cycle;
  if (answer?.decision === 'approved' || answer?.decision === 'rejected') return undefined;
  return {
    sent: show(of(reply?.seq), cycle),
    expected: 'a final answer, approved or rejected',
    got: told(answer),
    likely: 'the decision stands elsewhere (reading decision)',
  };
};

const triggered =
  (...actions: string[]) =>
  ({ trigger }: Cycle): boolean =>
    trigger !== undefined && actions.includes(trigger.action);

/** Clause 4.7. */
export const decisionsCome = payerFlow('FLW-12', triggered('Approve', 'Reject'), [
  took('request', 'request'),
  took('trigger', 'trigger'),
  called('answer', onSubmit),
  readable,
  decidedAsTold,
]);

/** Clauses 4.7, 6.1. */
export const queriesCome = payerFlow('FLW-13', triggered('Query'), [
  took('request', 'request'),
  took('trigger', 'trigger'),
  called('query', () => '/v1/communication/request'),
  waited,
  took('reply', 'reply'),
  called('answer', onSubmit),
  readable,
  decidedAtAll,
]);
