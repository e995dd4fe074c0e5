import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayerFact } from '../../../support/contract/payer-facts';
import type { Exchange } from '../../../support/exchange/exchange';
import { concludeFromExchanges, describeConclusion } from '../exchanges';
import {
  payerAnswer,
  approvedFact,
  payerCallback,
  payerQuery,
  rejectedFact,
  unreadableFact,
  providerSubmission,
  providerTrigger,
} from './cycles';
import { plainTextOrEmpty } from '../../plain';

const told = (...exchanges: Exchange[]): string =>
  describeConclusion(concludeFromExchanges('CBK-01', exchanges));
const begun = (kind: 'preauth' | 'claim', action: string, id: string): Exchange[] => [
  providerSubmission(kind, id),
  providerTrigger(kind, action, id),
];
const two = [...begun('preauth', 'Approve', 'one'), ...begun('claim', 'Approve', 'two')];

test('a callback with a workflow of its own, or none, keeps its correlation id', () => {
  for (const workflowId of ['one-w', 'of the payer', undefined])
    assert.equal(
      told(
        ...two,
        payerAnswer('preauth', 'one', { ...approvedFact, ...(workflowId && { workflowId }) }),
        payerAnswer('claim', 'two', { ...approvedFact, ...(workflowId && { workflowId }) }),
      ),
      '2 kept, 0 broken',
    );
});

test('on an unknown path, its workflow tells whether a callback is one of ours', () => {
  assert.equal(told(...two, payerCallback('/v1/other', { correlationId: 'three' })), '0 kept, 0 broken');
  assert.equal(
    told(...two, payerCallback('/v1/other', { correlationId: 'three', workflowId: 'two-w' })),
    '0 kept, 1 broken',
  );
});

test('an answer under the id of another cycle shows by the one that went without', () => {
  const own = payerAnswer('preauth', 'one', approvedFact);
  const mixed = payerAnswer('claim', 'one', approvedFact);
  const conclusion = concludeFromExchanges('CBK-01', [...two, own, mixed]);
  assert.equal(describeConclusion(conclusion), '1 kept, 1 broken');
  assert.match(
    plainTextOrEmpty(conclusion.breaches[0]?.seen),
    /^‹text, 3›, the id of another cycle: ‹text, 3›, begun in #3, got no such answer$/,
  );
  // Id `two` on the path of the other kind: no answer is missing, so the path is wrong, and not the id.
  assert.equal(told(...two, own, payerAnswer('preauth', 'two', approvedFact)), '2 kept, 0 broken');
});

test('a decision that was asked for is missed where it was, and not in a query that was begun before', () => {
  const cycles = [
    ...begun('preauth', 'Approve', 'one'),
    ...begun('claim', 'Query', 'two'),
    ...begun('claim', 'Approve', 'three'),
  ];
  const mixed = payerAnswer('claim', 'one', approvedFact);
  const { breaches } = concludeFromExchanges('CBK-01', [
    ...cycles,
    payerAnswer('preauth', 'one', approvedFact),
    mixed,
  ]);
  assert.match(
    plainTextOrEmpty(breaches[0]?.seen),
    /^‹text, 3›, the id of another cycle: ‹text, 5›, begun in #5/,
  );
});

test('of two cycles of a kind, the decision tells whose answer it is', () => {
  const cycles = [...begun('claim', 'Approve', 'one'), ...begun('claim', 'Reject', 'two')];
  const own = payerAnswer('claim', 'one', approvedFact);
  // The judge also notes a repeated callback.
  assert.equal(told(...cycles, own, payerAnswer('claim', 'one', rejectedFact)), '2 kept, 1 broken');
  assert.equal(told(...cycles, own, payerAnswer('claim', 'two', rejectedFact)), '2 kept, 0 broken');
  assert.equal(told(...cycles, own, own), '3 kept, 0 broken');
});

test('a query under the id of a cycle that was approved is that of the cycle that was to be queried', () => {
  const cycles = [...begun('claim', 'Approve', 'one'), ...begun('claim', 'Query', 'two')];
  assert.equal(told(...cycles, payerQuery('one')), '0 kept, 1 broken');
  assert.equal(told(...cycles, payerQuery('two')), '1 kept, 0 broken');
});

test('the id of an envelope that cannot be opened is judged as long as it can be read', () => {
  assert.equal(told(...two, payerAnswer('claim', 'two', unreadableFact)), '1 kept, 0 broken');
  assert.equal(told(...two, payerAnswer('claim', 'three', unreadableFact)), '0 kept, 1 broken');
  const nameless = payerCallback('/v1/claim/on_submit', unreadableFact, 'claim.onSubmit');
  assert.equal(told(...two, nameless), '0 kept, 1 broken');
  const inBody = { 'correlation-id': { where: 'body', name: 'id' } } as const;
  const { unjudged, observations } = concludeFromExchanges(
    'CBK-01',
    [...two, payerAnswer('preauth', 'one', approvedFact), nameless],
    inBody,
  );
  assert.equal(observations, 0);
  assert.match(
    plainTextOrEmpty(unjudged[0]),
    /^what #6 \(POST .*\) says cannot be read \(alg dir and enc A256GCM\)$/,
  );
  const garbage = payerCallback('/v1/claim/on_submit', { envelope: 'unreadable', flaw: 'not JSON' });
  assert.equal(told(...two, garbage), '0 kept, 0 broken');
});

/** Two approved preauthorizations of which the second got no answer under its own id. */
const misdirected = (first: Partial<PayerFact>, again: Partial<PayerFact>): Exchange[] => [
  ...begun('preauth', 'Approve', 'one'),
  payerAnswer('preauth', 'one', { ...approvedFact, ...first }),
  ...begun('preauth', 'Approve', 'two'),
  payerAnswer('preauth', 'one', { ...approvedFact, ...again }),
];

test('a second answer under the id of an earlier cycle is that of the cycle that waits, by its workflow or content', () => {
  // The note on the second answer of the first cycle counts as kept.
  assert.equal(told(...misdirected({ workflowId: 'one-w' }, { workflowId: 'two-w' })), '2 kept, 1 broken');
  assert.equal(told(...misdirected({ digest: 'one' }, { digest: 'two' })), '2 kept, 1 broken');
});

test('if it may be a repetition, the rule cannot be judged', () => {
  assert.equal(told(...misdirected({ digest: 'one' }, { digest: 'one' })), 'unjudged, 0 kept, 0 broken');
  assert.equal(
    told(...misdirected({ digest: 'one' }, { digest: 'two', workflowId: 'one-w' })),
    'unjudged, 0 kept, 0 broken',
  );
});

test('a repeated answer is right if every cycle has its own', () => {
  const all = misdirected({ digest: 'one' }, { digest: 'two' });
  assert.equal(told(...all, payerAnswer('preauth', 'two', approvedFact)), '4 kept, 0 broken');
});

test('decisions that are swapped between two cycles show by their workflows', () => {
  const cycles = [...begun('preauth', 'Approve', 'one'), ...begun('preauth', 'Reject', 'two')];
  const swapped = (...workflows: string[]): string => {
    const [first, second] = workflows.map((workflowId) => ({ workflowId }));
    return told(
      ...cycles,
      payerAnswer('preauth', 'two', { ...approvedFact, ...first }),
      payerAnswer('preauth', 'one', { ...rejectedFact, ...second }),
    );
  };
  assert.equal(swapped('one-w', 'two-w'), '0 kept, 2 broken');
  // The payer may as well have confused the two actions, which another rule judges.
  assert.equal(swapped('two-w', 'one-w'), '2 kept, 0 broken');
  assert.equal(swapped('one-w', 'one-w'), '2 kept, 0 broken');
});
