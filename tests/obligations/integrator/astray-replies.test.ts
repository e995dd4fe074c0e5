import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { PayerFact } from '../../../support/contract/payer-facts';
import { defaultReadings } from '../../../support/contract/readings';
import type { Exchange } from '../../../support/exchange/exchange';
import { toPlainText } from '../../../support/exchange/text';
import { cyclesInEvidence } from '../../../support/judging/cycles';
import { concludeFromExchanges, describeConclusion, token } from '../exchanges';
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
const inTraffic = { playsServices: false, waitsForClient: false };

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
const [workflow1, workflow2] = [
  'aaaaaaaa-0000-4000-8000-000000000001',
  'aaaaaaaa-0000-4000-8000-000000000002',
] as const;
const queriedClaim = (correlationId = id, workflow: string = workflow1): Exchange[] => [
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
      const messages = [...queriedClaim(), refused(ofWorkflow(workflow1, reply(uuid(7))))];
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
      ofWorkflow(workflow2, submitExchange('claim', uuid(3))),
      ...queriedClaim(),
      refused(ofWorkflow(workflow1, reply(uuid(3)))),
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
    ...queriedClaim(uuid(2), workflow2),
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
    const messages = [
      ...queriedClaim(),
      ...queriedClaim(uuid(2)),
      refused(ofWorkflow(workflow1, reply(uuid(7)))),
    ];
    assert.deepEqual(told(messages), unconnected);
    assert.equal(drawn(messages, onRequest), undefined);
  });

  it('a reply that came before the query', () => {
    const early = refused(ofWorkflow(workflow1, reply(uuid(7))));
    const [submit, trigger, query] = queriedClaim();
    assert.ok(submit && trigger && query);
    assert.deepEqual(told([submit, trigger, early, query]), {
      seen: 'no reply of this cycle',
      cause: 'nothing followed the query: no one takes it up, or the reply waits for a person',
    });
  });
});

/** A message with the id of the cycle on a path that the document does not have, with other content. */
const ofOtherPath = (path: string, payer: Partial<PayerFact> = {}): Exchange => {
  const exchange = onPath(path, reply(id));
  const { facts } = exchange;
  assert.ok(facts.payer);
  return refused({ ...exchange, facts: { ...facts, payer: { ...facts.payer, documents: 0, ...payer } } });
};
/** A message with an access token that no session of the recording granted. */
const withOldToken = (exchange: Exchange): Exchange => ({
  ...exchange,
  facts: { ...exchange.facts, tokens: { 'request:authorization': token('old') } },
});
const unjudged = 'unjudged, 0 kept, 0 broken';

describe('where the recording may end before the reply, a refused message shows a mistake only if it was the reply', () => {
  for (const [where, about] of [
    ['at the mock', atMock],
    ['in traffic', inTraffic],
  ] as const) {
    it(`${where}: a request for the status of the cycle is no reply`, () => {
      assert.equal(told([...queriedClaim(), ofOtherPath('/v1/hcx/status')], about), unjudged);
    });

    it(`${where}: a reply of another cycle has the same step code as workflow id`, () => {
      for (const code of ['4', '19', 'claim-answer']) {
        const messages = [...queriedClaim(id, code), refused(ofWorkflow(code, reply(uuid(7))))];
        assert.equal(told(messages, about), unjudged);
      }
    });

    it(`${where}: documents, a Communication or a path of the document show that it was the reply`, () => {
      for (const send of [
        () => ofOtherPath('/v1/communication/reply', { documents: 1 }),
        () => ofOtherPath('/v1/communication/reply', { contents: ['Communication'] }),
        () => ({ ...ofOtherPath('/v1/communication/request'), operation: 'communication.request' as const }),
        () => ({ ...ofOtherPath('/v1/communication/onrequest'), meant: 'communication.onRequest' as const }),
      ]) {
        const found = told([...queriedClaim(), send()], about);
        assert.ok(typeof found !== 'string', found as string);
        assert.equal(found.cause, 'the message has the correlation id of its cycle, but another path');
      }
    });

    it(`${where}: the id in other letters shows that it was the reply`, () => {
      const upper = id.toUpperCase();
      const found = told([...queriedClaim(upper), refused(reply(id))], about);
      assert.ok(typeof found !== 'string', found as string);
      for (const status of [401, 429, 503])
        assert.equal(told([...queriedClaim(upper), refused(reply(id), status)], about), unjudged);
    });
  }

  it('the workflow of the cycle may have other cycles that the traffic lacks', () => {
    const messages = [...queriedClaim(), refused(ofWorkflow(workflow1, reply(uuid(7))))];
    assert.equal(told(messages, inTraffic), unjudged);
    assert.equal(told(messages.map(withOldToken), atMock), unjudged);
    assert.ok(typeof told(messages, atMock) !== 'string');
  });
});

describe('in a run, what does not identify a reply is perhaps the reply', () => {
  it('a step code as workflow id', () => {
    const messages = [...queriedClaim(id, '19'), refused(ofWorkflow('19', reply(uuid(7))))];
    const found = told(messages);
    assert.ok(typeof found !== 'string');
    assert.match(found.cause, /^perhaps the message was sent under another correlation id/);
    assert.equal(drawn(messages, onRequest), `POST ${onRequest}, other id, perhaps of this cycle`);
  });

  it('another message with the id of the cycle', () => {
    const path = '/v1/hcx/status';
    const messages = [...queriedClaim(), ofOtherPath(path)];
    assert.deepEqual(told(messages), {
      seen: `no reply of this cycle: perhaps # (POST ${path}), answered 404, with the correlation id of the cycle, but on another path`,
      cause: 'perhaps the message was sent on another path: one came with the correlation id of its cycle',
    });
    assert.equal(drawn(messages, path), `POST ${path}, perhaps on a wrong path`);
  });

  it('but such a message beside the right reply is drawn without a remark', () => {
    const path = '/v1/hcx/status';
    assert.equal(drawn([...queriedClaim(), ofOtherPath(path), reply(id)], path), `POST ${path}`);
  });

  it('a reply under a new id comes before it', () => {
    const found = told([...queriedClaim(), ofOtherPath('/v1/hcx/status'), refused(reply(uuid(7)))]);
    assert.ok(typeof found !== 'string');
    assert.match(found.cause, /^perhaps the message was sent under another correlation id/);
  });
});

test('a reply that is perhaps of the cycle, at a mock that may have ended early, is not judged', () => {
  const messages = [...queriedClaim(), refused(ofWorkflow('19', reply(uuid(7))))];
  assert.equal(told(messages, atMock), 'unjudged, 0 kept, 0 broken');
});

test('a reply that is repeated with the right id is right', () => {
  const messages = [
    ...queriedClaim(),
    refused(ofWorkflow(workflow1, reply(uuid(7)))),
    ofWorkflow(workflow1, reply(id)),
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
