import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { defaultReadings } from '../../../support/contract/readings';
import type { Exchange } from '../../../support/exchange/exchange';
import { toPlainText } from '../../../support/exchange/text';
import { cyclesInEvidence } from '../../../support/judging/cycles';
import { concludeFromExchanges, describeConclusion } from '../exchanges';
import {
  decisionExchange,
  queryExchange,
  reply,
  submitExchange,
  triggerExchange,
  uuid,
} from './cycle-exchanges';

const inRun = { playsServices: true, waitsForClient: true };
const atMock = { playsServices: true, waitsForClient: false };

/** An exchange with another workflow id. */
const ofWorkflow = (workflowId: string, exchange: Exchange): Exchange => ({
  ...exchange,
  facts: {
    ...exchange.facts,
    ...(exchange.facts.payer && { payer: { ...exchange.facts.payer, workflowId } }),
  },
});
const refused = (exchange: Exchange, status = 404): Exchange => ({
  ...exchange,
  response: { status, headers: [] },
});
const onPath = (path: string, { operation: _operation, ...exchange }: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, url: `https://provider.example${path}` },
});

let seq = 500;
const numbered = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.map((each) => ({ ...each, seq: (seq += 1) }));

const id = 'abcdefab-0000-4000-8000-000000000001';
const queriedClaim = (correlationId = id, workflow = 'w1'): Exchange[] => [
  ofWorkflow(workflow, submitExchange('claim', correlationId)),
  triggerExchange('claim', 'Query', correlationId),
  ofWorkflow(workflow, queryExchange(correlationId)),
];

interface Told {
  readonly seen: string;
  readonly cause: string;
}

function told(exchanges: readonly Exchange[], about = inRun): Told | string {
  const all = numbered(exchanges);
  const conclusion = concludeFromExchanges('FLW-08', all, {}, about);
  const [breach] = conclusion.breaches;
  if (breach === undefined) return describeConclusion(conclusion);
  return { seen: toPlainText(breach.seen).replaceAll(/#\d+/g, '#'), cause: toPlainText(breach.cause) };
}

/** The text of the step with this path in the drawn cycle of the query. */
function drawn(exchanges: readonly Exchange[], path: string): string | undefined {
  const [cycle] = cyclesInEvidence(numbered(exchanges), defaultReadings);
  return cycle?.steps.find(({ message }) => message.includes(path))?.message;
}

const onRequest = '/v1/communication/on_request';

describe('a reply that went astray is named, with what differs', () => {
  for (const about of [inRun, atMock])
    it(`a new correlation id, and the workflow id of the cycle${about === inRun ? '' : ', at the mock'}`, () => {
      const messages = [...queriedClaim(), refused(ofWorkflow('w1', reply(uuid(7))))];
      assert.deepEqual(told(messages, about), {
        seen: `no reply of this cycle: # (POST ${onRequest}), answered 404, with the workflow id of the cycle, but with a new correlation id: ${uuid(7)}`,
        cause: 'the message has the workflow id of its cycle, but another correlation id',
      });
      assert.equal(drawn(messages, onRequest), `POST ${onRequest}, other id`);
    });

  for (const [what, begun, sent] of [
    ['in capitals', id, id.toUpperCase()],
    ['in small letters', id.toUpperCase(), id],
  ] as const)
    it(`the correlation id ${what}`, () => {
      const messages = [...queriedClaim(begun), refused(reply(sent))];
      const found = told(messages);
      assert.ok(typeof found !== 'string');
      assert.equal(
        found.seen.replace('no reply of this cycle: ', ''),
        `# (POST ${onRequest}), answered 404, with the correlation id in other letters (upper and lower case): ${sent}`,
      );
      assert.equal(
        found.cause,
        'the correlation id is sent in other letters than those of the cycle: upper and lower case differ',
      );
      assert.equal(drawn(messages, onRequest), `POST ${onRequest}, id in other letters`);
    });

  it('the path of the query', () => {
    const path = '/v1/communication/reply';
    const messages = [...queriedClaim(), refused(onPath(path, reply(id)))];
    assert.deepEqual(told(messages), {
      seen: `no reply of this cycle: # (POST ${path}), answered 404, with the correlation id of the cycle, but on another path`,
      cause: 'the message has the correlation id of its cycle, but another path',
    });
    assert.equal(drawn(messages, path), `POST ${path}, other path`);
  });

  it('nothing but a new correlation id, while no other cycle waits', () => {
    const messages = [...queriedClaim(), refused(ofWorkflow('19', reply(uuid(7))))];
    assert.deepEqual(told(messages), {
      seen: `no reply of this cycle: perhaps # (POST ${onRequest}), answered 404, with a new correlation id: ${uuid(7)}`,
      cause:
        'perhaps the message was sent under another correlation id: one came while only this cycle lacked it',
    });
    assert.equal(drawn(messages, onRequest), `POST ${onRequest}, other id, perhaps of this cycle`);
  });

  it('the id of another cycle', () => {
    const messages = [
      ofWorkflow('w2', submitExchange('claim', uuid(3))),
      ...queriedClaim(),
      refused(ofWorkflow('w1', reply(uuid(3)))),
    ];
    const found = told(messages);
    assert.ok(typeof found !== 'string');
    assert.match(
      found.seen,
      /with the workflow id of the cycle, but with the correlation id of another cycle/,
    );
  });
});

test('a second reply under a new id is perhaps that of the second query, because the first one had its own', () => {
  const messages = [
    ...queriedClaim(),
    refused(ofWorkflow('19', reply(uuid(7)))),
    ...queriedClaim(uuid(2), 'w2'),
    refused(ofWorkflow('19', reply(uuid(8)))),
  ];
  const cycles = cyclesInEvidence(numbered(messages), defaultReadings);
  assert.deepEqual(
    cycles.map(({ steps }) => steps.at(-1)?.message),
    [1, 2].map(() => `POST ${onRequest}, other id, perhaps of this cycle`),
  );
});

describe('nothing is named that no evidence connects', () => {
  const unconnected = {
    seen: 'no reply of this cycle',
    cause: 'the client sent other messages, and none that anything connects with this query',
  };

  it('where two cycles wait for a reply, and both have the workflow id', () => {
    const messages = [...queriedClaim(), ...queriedClaim(uuid(2)), refused(ofWorkflow('w1', reply(uuid(7))))];
    assert.deepEqual(told(messages), unconnected);
    assert.equal(drawn(messages, onRequest), undefined);
  });

  it('a reply that came before the query', () => {
    const early = refused(ofWorkflow('w1', reply(uuid(7))));
    const [submit, trigger, query] = queriedClaim();
    assert.ok(submit && trigger && query);
    assert.deepEqual(told([submit, trigger, early, query]), {
      seen: 'no reply of this cycle',
      cause: 'nothing followed the query: no one takes it up, or the reply waits for a person',
    });
  });
});

test('a reply that is perhaps of the cycle, at a mock that may have ended early, is not judged', () => {
  const messages = [...queriedClaim(), refused(ofWorkflow('19', reply(uuid(7))))];
  assert.equal(told(messages, atMock), 'unjudged, 0 kept, 0 broken');
});

test('a reply that is repeated with the right id is right', () => {
  const messages = [
    ...queriedClaim(),
    refused(ofWorkflow('w1', reply(uuid(7)))),
    ofWorkflow('w1', reply(id)),
    decisionExchange('claim', id, 'approved'),
  ];
  assert.equal(told(messages), '1 kept, 0 broken');
});

test('capitals throughout a cycle are right', () => {
  const upper = id.toUpperCase();
  const messages = [...queriedClaim(upper), reply(upper), decisionExchange('claim', upper, 'approved')];
  assert.equal(told(messages), '1 kept, 0 broken');
});

test('a trigger with the id in other letters is drawn in its cycle', () => {
  const messages = [
    submitExchange('claim', id),
    refused(triggerExchange('claim', 'Approve', id.toUpperCase())),
  ];
  assert.equal(
    drawn(messages, '/process/request'),
    'POST /process/request, Approve Claim, id in other letters',
  );
});
