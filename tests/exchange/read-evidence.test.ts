import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evidenceIn } from '../../support/exchange/read-evidence';

const occasion = {
  seq: 7,
  arrivedAt: 1000,
  clientInstance: 'process-1',
  call: { number: 3, method: 'field.encrypt', service: 'identity' },
  service: 'identity',
};

/** What crossed no wire, as recordings had it when they held exchanges alone. */
const earlier = (url: string, facts: object, about: object = {}) => ({
  ...occasion,
  ...about,
  sender: 'integrator',
  subject: 'integrator',
  answeredAt: 1000,
  request: { method: 'RESULT', url, headers: [], body: { text: '{}', bytes: 2 } },
  facts: { scheme: 'https', loopback: true, ...facts },
});

describe('an earlier recording', () => {
  it('holds what an adapter answered as an exchange with the method RESULT', () => {
    const facts = { adapter: { outcome: 'result', valueBytes: 4 }, fields: [] };
    assert.deepEqual(evidenceIn(earlier('adapter:/field.encrypt', facts)), {
      ...occasion,
      kind: 'adapter answer',
      method: 'field.encrypt',
      body: { text: '{}', bytes: 2 },
      facts,
    });
  });

  it('names the item of a challenge in its address', () => {
    const read = evidenceIn(earlier('adapter:/field.encrypt/item-7', {}));
    assert.deepEqual(read?.kind === 'adapter answer' && [read.method, read.item], [
      'field.encrypt',
      'item-7',
    ]);
  });

  it('keeps why there was no answer', () => {
    const failure = { kind: 'malformed', code: 'ERR_ADAPTER', message: 'it ended' };
    const read = evidenceIn(earlier('adapter:/transfer.encrypt', {}, { failure }));
    assert.deepEqual(read?.kind === 'adapter answer' && read.failure, failure);
  });

  it('holds what stood in a log in the same way', () => {
    const leaks = [{ planted: 'otp-1', place: 'log app.log', encoding: 'raw' }];
    const facts = { leaks };
    assert.deepEqual(evidenceIn(earlier('adapter:/log', facts)), { ...occasion, kind: 'log line', facts });
  });
});

describe('a recording', () => {
  const answer = { ...occasion, kind: 'adapter answer', method: 'cycle.get', facts: {} };
  const line = { ...occasion, kind: 'log line', facts: { leaks: [] } };
  const exchange = {
    ...earlier('https://x.example/', {}),
    request: { method: 'GET', url: '/', headers: [] },
  };

  it('is read as it was written', () => {
    for (const each of [answer, line, exchange]) assert.equal(evidenceIn(each), each);
  });

  it('is not read where a line lacks what rules rely on', () => {
    const { method, ...nameless } = answer;
    const broken = [null, 1, {}, { ...line, kind: 'line' }, { ...line, facts: null }];
    for (const each of [...broken, nameless, { ...answer, arrivedAt: '1' }, { ...exchange, request: {} }])
      assert.equal(evidenceIn(each), undefined, JSON.stringify(each));
    assert.equal(method, 'cycle.get');
  });
});

describe('the name of a client in a recording', () => {
  it('can be that of a folder, and leads nowhere else', () => {
    const named = (label: string) => {
      const { clientInstance, call, ...others } = earlier('adapter:/field.encrypt', {});
      assert.ok(clientInstance !== '' && call.number > 0);
      return evidenceIn({ ...others, client: { label, by: 'client id' } });
    };
    for (const label of ['SBX_1', 'client-czqcwqiqkcut', 'unidentified', 'clinic.app@example'])
      assert.notEqual(named(label), undefined, label);
    for (const label of ['../../x', '..', '/etc', 'a/b', 'a\\b', '.hidden', 'C:x', 'a\n', ''])
      assert.equal(named(label), undefined, label);
  });
});
