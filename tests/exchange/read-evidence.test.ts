import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { JsonMembers } from '../../support/contract/json';
import { isObject } from '../../support/contract/json';
import { suiteRoot } from '../../support/contract/suite-root';
import { asValidEvidence, validateEvidence } from '../../support/exchange/recording';

const occasion = {
  seq: 7,
  arrivedAt: 1000,
  clientInstance: 'process-1',
  call: { answer: 3, method: 'field.encrypt', service: 'identity' },
  service: 'identity',
};

const sent = {
  ...occasion,
  sender: 'integrator',
  answeredAt: 1000,
  request: { method: 'GET', url: '/', headers: [] },
  facts: { scheme: 'https', loopback: true },
};

describe('a recording', () => {
  const answer = { ...occasion, kind: 'adapter answer', method: 'cycle.get', facts: {} };
  const line = { ...occasion, kind: 'log line', facts: { leaks: [] } };
  it('is read as it was written', () => {
    for (const each of [answer, line, sent]) assert.equal(asValidEvidence(each), each);
  });

  it('of an earlier version is completed: a transfer without a name is known as mistaken', () => {
    const asked = { part: 'open', round: 'hip/x25519/refusals', variant: 'algorithm: empty' } as const;
    for (const each of [asked, { ...asked, variant: 'curve: empty' }, { ...asked, mistaken: true }])
      assert.deepEqual(asValidEvidence({ ...answer, asked: each })?.asked, { ...each, mistaken: true });
    for (const each of [
      { ...asked, part: 'negative' },
      { ...asked, variant: 'no bundle: an empty text' },
    ])
      assert.deepEqual(asValidEvidence({ ...answer, asked: each })?.asked, each);
  });

  it('is not read where a line lacks what rules rely on', () => {
    const { method, ...nameless } = answer;
    const broken = [null, 1, {}, { ...line, kind: 'line' }, { ...line, facts: null }];
    for (const each of [...broken, nameless, { ...answer, arrivedAt: '1' }, { ...sent, request: {} }])
      assert.equal(asValidEvidence(each), undefined, JSON.stringify(each));
    assert.equal(method, 'cycle.get');
  });

  it('names operations as the contract does, and never what every object has', () => {
    assert.notEqual(
      asValidEvidence({ ...sent, operation: 'session.create', meant: 'otp.verify' }),
      undefined,
    );
    for (const name of ['__proto__', 'constructor', 'toString', ''])
      for (const each of [{ operation: name }, { meant: name }])
        assert.equal(asValidEvidence({ ...sent, ...each }), undefined, JSON.stringify(each));
  });
});

describe('a member that no recording has', () => {
  const tls = { protocol: 'TLSv1.3', authorized: true, authority: 'X', addedRoots: [] };
  const body = { text: '', bytes: 9, sealed: 'x' };
  const whole = {
    ...sent,
    client: { label: 'a', by: 'token' },
    asked: { part: 'valid', round: 'r', variant: 'v' },
    request: { method: 'GET', url: '/', headers: [], body, flaw: { kind: 'incomplete', code: 'X' } },
    response: { status: 200, headers: [] },
    failure: { kind: 'reset', code: 'X', message: 'x' },
    facts: {
      ...{ scheme: 'https', loopback: true, tls },
      tokens: { 'request:authorization': { pseudonym: 'token-1', jwt: false } },
      leaks: [{ planted: 'otp-1', place: 'url', encoding: 'raw' }],
    },
  };
  const answer = { ...occasion, kind: 'adapter answer', method: 'cycle.get', facts: {} };

  /** Each object in a value, by its pointer, and the value with one member more in it. */
  function* withOneMore(value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
    if (typeof value !== 'object' || value === null) return;
    const isOpen = path === '/facts/tokens';
    if (!isOpen && !Array.isArray(value)) yield [path, { ...value, stranger: 'trust me' }];
    for (const [name, each] of Object.entries(value))
      for (const [inner, changed] of withOneMore(each, `${path}/${name}`))
        yield [
          inner,
          Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
        ];
  }

  it('is refused by name, wherever it stands', () => {
    assert.equal(asValidEvidence(whole), whole);
    for (const known of [whole, answer, { ...occasion, kind: 'log line', facts: {} }])
      for (const [path, value] of withOneMore(known))
        assert.deepEqual(validateEvidence({ value }), {
          flaw: `no exchange: ${path}/stranger is not allowed here`,
        });
  });

  it('is possible only where the schema says why', () => {
    const open = [...objectsIn(readSchema())].filter(
      (each) => each.additionalProperties === undefined && each.unevaluatedProperties !== false,
    );
    for (const { description } of open) assert.match(String(description), /^(Open|Closed|A member)/);
    assert.equal(open.length, 2);
  });
});

function readSchema(): unknown {
  return JSON.parse(readFileSync(join(suiteRoot, 'schemas/evidence.schema.json'), 'utf8'));
}

/** Each schema of an object in a schema. */
function* objectsIn(value: unknown): Generator<JsonMembers> {
  if (Array.isArray(value)) for (const each of value) yield* objectsIn(each);
  if (!isObject(value)) return;
  if (value.type === 'object') yield value;
  for (const each of Object.values(value)) yield* objectsIn(each);
}

describe('the name of a client in a recording', () => {
  it('can be that of a folder, and leads nowhere else', () => {
    const named = (label: string) => {
      const { clientInstance, call, ...others } = sent;
      assert.ok(clientInstance !== '' && call.answer > 0);
      return asValidEvidence({ ...others, client: { label, by: 'client id' } });
    };
    for (const label of ['SBX_1', 'client-czqcwqiqkcut', 'unidentified', 'clinic.app@example'])
      assert.notEqual(named(label), undefined, label);
    for (const label of ['../../x', '..', '/etc', 'a/b', 'a\\b', '.hidden', 'C:x', 'a\n', ''])
      assert.equal(named(label), undefined, label);
  });
});
