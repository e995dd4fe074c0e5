import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { CompactEncrypt } from 'jose';
import type { ReadingOverrides } from '../../../support/contract/readings';
import { resolveReadings } from '../../../support/contract/readings';
import { factOfOwnMessage, inspectPayerMessage } from '../../../support/crypto/node/payer-message';

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const onCurve = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const bundle = {
  resourceType: 'Bundle',
  entry: [{ resource: { resourceType: 'ClaimResponse', outcome: 'complete', disposition: 'Approved' } }],
};
const headers = {
  'x-hcx-correlation_id': 'cycle-1',
  'x-hcx-workflow_id': 'workflow-1',
  'X-HCX-Sender_Code': '1000003538@sbx',
  'x-hcx-recipient_code': '1000000001@sbx',
};
const fromHeader = {
  correlationId: 'cycle-1',
  workflowId: 'workflow-1',
  sender: '1000003538@sbx',
  recipient: '1000000001@sbx',
};

const seal = (header: object, key = own.publicKey, content: string = JSON.stringify(bundle)) =>
  new CompactEncrypt(Buffer.from(content))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', ...headers, ...header })
    .encrypt(key);

function inspect(payload: unknown, overrides: ReadingOverrides = {}, http: readonly [string, string][] = []) {
  const body = Buffer.from(JSON.stringify({ payload }));
  return inspectPayerMessage({ headers: http, body }, resolveReadings(overrides), [own.privateKey]);
}

/** What needs no key. */
function shown(fact: ReturnType<typeof inspect>) {
  const { correlationId, workflowId, sender, recipient } = fact;
  return { correlationId, workflowId, sender, recipient };
}

for (const alg of ['RSA-OAEP-256', 'RSA-OAEP'])
  test(`an envelope of ${alg} is opened`, async () => {
    const fact = inspect(await seal({ alg }));
    assert.deepEqual(
      [fact.envelope, fact.flaw, fact.decision, fact.final],
      ['jwe', undefined, 'approved', true],
    );
    assert.deepEqual(shown(fact), fromHeader);
    assert.deepEqual(fact.resources, ['Bundle', 'ClaimResponse']);
  });

test('a header that was sent twice has both values, as the mock reads it', () => {
  const message = {
    headers: [
      ['x-hcx-correlation_id', 'one'],
      ['X-HCX-Correlation_ID', 'two'],
    ] as const,
    body: Buffer.from(JSON.stringify(bundle)),
  };
  assert.equal(inspectPayerMessage(message, resolveReadings({}), []).correlationId, 'one, two');
});

test('a message of the suite has each header once, although HTTP and the message both name it', () => {
  const http = Object.entries(headers).map(([name, value]) => [name, value] as const);
  const named = Object.fromEntries(http.map(([name, value]) => [name.toLowerCase(), value]));
  const fact = factOfOwnMessage(http, { headers: named, bundle }, resolveReadings({ envelope: 'json' }));
  assert.deepEqual(shown(fact), fromHeader);
});

test('JSON that is written in a wrong way is read, in the body and in the envelope', async () => {
  const text = JSON.stringify(bundle);
  const [inBody, inContent] = [{ part: 'body' }, { part: 'content' }];
  const twice = { slip: 'JSON in a JSON text' };
  const wrong: readonly (readonly [body: string | Buffer, slips: readonly object[]])[] = [
    [JSON.stringify({ payload: await seal({}) }), []],
    [
      JSON.stringify({ payload: await seal({}, own.publicKey, JSON.stringify(text)) }),
      [{ ...inContent, ...twice }],
    ],
    [
      JSON.stringify(JSON.stringify({ payload: await seal({}, own.publicKey, `\ufeff${text}`) })),
      [
        { ...inBody, ...twice },
        { ...inContent, slip: 'byte order mark' },
      ],
    ],
    [Buffer.from(JSON.stringify({ payload: await seal({}) }), 'utf16le'), [{ ...inBody, slip: 'UTF-16' }]],
  ];
  for (const [body, slips] of wrong) {
    const message = { headers: [], body: Buffer.from(body) };
    const fact = inspectPayerMessage(message, resolveReadings({}), [own.privateKey]);
    assert.deepEqual([fact.envelope, fact.flaw, fact.decision], ['jwe', undefined, 'approved']);
    assert.deepEqual(fact.slips ?? [], slips);
    assert.deepEqual(shown(fact), fromHeader);
  }
});

test('of an envelope that no reading offers the headers are known, and what is strange about it', async () => {
  const strange: readonly (readonly [header: object, key: typeof own.publicKey, flaw: RegExp])[] = [
    [
      { enc: 'A128GCM' },
      own.publicKey,
      /^alg RSA-OAEP-256 and enc A128GCM: the reading envelope offers RSA-/,
    ],
    [{ alg: 'RSA-OAEP-512' }, own.publicKey, /^alg RSA-OAEP-512 and enc A256GCM/],
    [{ alg: 'ECDH-ES' }, onCurve.publicKey, /^alg ECDH-ES and enc A256GCM/],
  ];
  for (const [header, key, flaw] of strange) {
    const fact = inspect(await seal(header, key));
    assert.match(fact.flaw ?? '', flaw);
    assert.deepEqual([fact.envelope, fact.unoffered], ['unreadable', true]);
    assert.deepEqual(shown(fact), fromHeader);
    assert.deepEqual([fact.resources, fact.decision, fact.final], [[], undefined, undefined]);
  }
});

test('an envelope that is offered and does not open is a fault, although its headers are known', async () => {
  const right = await seal({});
  const cut = right.slice(0, right.lastIndexOf('.'));
  const changed = right.slice(0, -4) + (right.endsWith('AAAA') ? 'BBBB' : 'AAAA');
  for (const [payload, flaw] of [
    [await seal({}, other.publicKey), /no known key opens its JWE \(alg RSA-OAEP-256, enc A256GCM\)/],
    [await seal({ alg: 'RSA-OAEP' }, other.publicKey), /no known key opens its JWE \(alg RSA-OAEP,/],
    [cut, /4 dot-separated parts/],
    [changed, /tag of its JWE does not fit/],
    [await seal({}, own.publicKey, 'hello'), /what its JWE holds: the body is not JSON/],
  ] as const) {
    const fact = inspect(payload);
    assert.match(fact.flaw ?? '', flaw);
    assert.deepEqual([fact.envelope, fact.unoffered], ['unreadable', undefined]);
    assert.deepEqual(shown(fact), fromHeader);
  }
});

test('the correlation id is known without a key where its reading says so, and only there', async () => {
  const payload = await seal({ enc: 'A128GCM', 'x-hcx-correlation_id': undefined });
  const header = { 'correlation-id': { where: 'header', name: 'X-Correlation' } } as const;
  assert.equal(inspect(payload, header, [['x-correlation', 'http-1']]).correlationId, 'http-1');
  const body = { 'correlation-id': { where: 'body', name: 'id' } } as const;
  assert.equal(inspect(payload, body).correlationId, undefined);
  assert.equal(inspect(payload).correlationId, undefined);
});

function withoutImprint({ imprint, ...fact }: ReturnType<typeof inspect>) {
  assert.match(imprint ?? '', /^[0-9a-f]{64}$/);
  return fact;
}

test('nothing is known of what has no header', () => {
  for (const payload of ['a.b.c.d.e', '', 'hello'])
    assert.deepEqual(withoutImprint(inspect(payload, {}, [['x-hcx-correlation_id', 'http-1']])), {
      envelope: 'unreadable',
      flaw: 'its payload has no header of a JWE',
      resources: [],
      contents: [],
      providerId: false,
      policyNumber: false,
      documents: 0,
    });
});

test('an interim answer is no final one, and decides nothing', () => {
  const answer = (response: object, overrides: ReadingOverrides = {}) => {
    const body = Buffer.from(JSON.stringify({ resourceType: 'ClaimResponse', ...response }));
    const { final, decision } = inspectPayerMessage({ headers: [], body }, resolveReadings(overrides), []);
    return [final, decision];
  };
  assert.deepEqual(answer({ outcome: 'queued', disposition: 'Approved' }), [undefined, undefined]);
  assert.deepEqual(answer({ outcome: 'complete' }), [true, undefined]);
  assert.deepEqual(answer({ outcome: 'complete', disposition: 'Rejected' }), [true, 'rejected']);
  const unmarked = { decision: { ...resolveReadings({}).decision, final: null } };
  assert.deepEqual(answer({ outcome: 'queued' }, unmarked), [undefined, undefined]);
  assert.deepEqual(answer({ disposition: 'Approved' }, unmarked), [true, 'approved']);
});

const said = (body: object, overrides: ReadingOverrides = {}, http: readonly [string, string][] = []) =>
  inspectPayerMessage(
    { headers: http, body: Buffer.from(JSON.stringify(body)) },
    resolveReadings(overrides),
    [],
  );
const bundled = (...resources: object[]): object => ({
  resourceType: 'Bundle',
  entry: resources.map((resource) => ({ resource })),
});

test('a resource says something where it holds more than its frame', () => {
  const contents = (body: object, overrides: ReadingOverrides = {}) => said(body, overrides).contents;
  const notice = { resourceType: 'PaymentNotice', id: 'n', status: 'active' };
  assert.deepEqual(contents(bundled({ ...notice, amount: { value: 1 } })), ['PaymentNotice']);
  assert.deepEqual(contents(bundled({ ...notice, amount: { value: 0 } })), ['PaymentNotice']);
  for (const bare of [notice, { ...notice, payee: {} }, { ...notice, payment: { display: ' ' } }])
    assert.deepEqual(contents(bundled(bare)), []);
  assert.deepEqual(contents(bundled({ resourceType: 'OperationOutcome', issue: [{ code: 'x' }] })), []);
  assert.deepEqual(contents({}), []);
  assert.deepEqual(contents({ notice: { number: '4711' } }), ['record']);
  const inBody = { 'correlation-id': { where: 'body', name: 'id' } } as const;
  assert.deepEqual([contents({ id: 'one' }, inBody), contents({ id: 'one' })], [[], ['record']]);
});

test('what a claim is for is told by its answer, where there is one', () => {
  const claim = { resourceType: 'Claim', use: 'preauthorization' };
  const answer = { resourceType: 'ClaimResponse', use: 'claim', outcome: 'complete' };
  assert.deepEqual(said(bundled(claim)).uses, ['preauthorization']);
  const { uses, outcomes } = said(bundled(claim, answer));
  assert.deepEqual([uses, outcomes], [['claim'], ['complete']]);
  const strange = said(bundled({ ...answer, use: 'someone@example.org', outcome: 'fine' }));
  assert.deepEqual([strange.uses, strange.outcomes], [undefined, undefined]);
});

test('final answers that differ are all told, and an interim one beside them is not', () => {
  const answer = (disposition: string, outcome = 'complete') => ({
    resourceType: 'ClaimResponse',
    outcome,
    disposition,
  });
  const decided = (...resources: object[]) => {
    const { decision, decisions } = said(bundled(...resources));
    return [decision, decisions];
  };
  assert.deepEqual(decided(answer('Approved'), answer('Approved')), ['approved', undefined]);
  assert.deepEqual(decided(answer('Approved'), answer('Rejected')), ['approved', ['approved', 'rejected']]);
  assert.deepEqual(decided(answer('Rejected', 'queued'), answer('Approved')), ['approved', undefined]);
});

test('the imprint is that of the same bytes and protected headers', () => {
  const imprint = (body: object, id: string) => said(body, {}, [['x-hcx-api_call_id', id]]).imprint;
  assert.equal(imprint({ a: 1 }, 'one'), imprint({ a: 1 }, 'one'));
  assert.notEqual(imprint({ a: 1 }, 'one'), imprint({ a: 1 }, 'two'));
  assert.notEqual(imprint({ a: 1 }, 'one'), imprint({ a: 2 }, 'one'));
});

const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const wide = (length: number): string => `{"a":[${Array<string>(length).fill('0').join()}]}`;

for (const [what, content, flaw] of [
  ['is nested more deeply than a call stack', nested(10_000), 'nested more than 1000 deep'],
  ['has more members than any message', wide(1_000_001), 'more than 1000000 members'],
  ['is nested deeply', nested(900), undefined],
  ['has many members', wide(900_000), undefined],
] as const)
  test(`a body that ${what} is inspected without an error`, async () => {
    const read = (body: string) =>
      inspectPayerMessage({ headers: [], body: Buffer.from(body) }, resolveReadings({}), [own.privateKey]);
    assert.deepEqual(read(content).flaw, flaw && `the body is ${flaw}`);
    const sealed = read(JSON.stringify({ payload: await seal({}, own.publicKey, content) }));
    assert.deepEqual(sealed.flaw, flaw && `what its JWE holds: the body is ${flaw}`);
  });

for (const overrides of [
  {},
  { envelope: 'json' },
  { 'correlation-id': { where: 'header', name: 'X-Own' } },
] as const)
  test(`a refusal in the clear names its cycle in its own members, under ${JSON.stringify(overrides)}`, () => {
    const details = { code: 'ERR_INVALID_PAYLOAD', message: 'unreadable', trace: '' };
    const said = { type: 'ProtocolResponse', ...headers, 'x-hcx-status': 'response.error' };
    const body = Buffer.from(JSON.stringify({ ...said, 'x-hcx-error_details': details }));
    const fact = inspectPayerMessage({ headers: [], body }, resolveReadings(overrides), [own.privateKey]);
    assert.deepEqual([fact.refusal, fact.flaw, fact.status], [true, undefined, 'response.error']);
    assert.deepEqual(shown(fact), fromHeader);
    assert.deepEqual([fact.resources, fact.contents], [[], []]);
  });

test('a bundle whose type has another value is no refusal', () => {
  const body = Buffer.from(JSON.stringify({ ...bundle, type: 'collection' }));
  assert.equal(inspectPayerMessage({ headers: [], body }, resolveReadings({}), []).refusal, undefined);
});
