import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../cli/conform';
import { skipUnlessInstalled } from '../tools';
import { rpcRequestLine, conversation } from './conversation';
import { initializeLine, clientSecret, describeLibrary } from './library';

const home = join(root, 'adapters/python');
const fixture = join(root, 'tests/adapters/fixtures/clumsy.py');
// Finds the library beside no program of its own, and leaves no __pycache__ behind.
const clumsy = ['env', `PYTHONPATH=${home}`, 'python3', '-B', fixture];
const skip = skipUnlessInstalled('python');

describeLibrary({
  language: 'Python',
  skip,
  clumsy: () => clumsy,
  stub: () => ['python3', '-B', join(home, 'stub.py')],
});

describe('the library for adapters in Python, besides', { skip }, () => {
  it('logs what another program prints, and of a logged exception its type and place', () => {
    const { log } = conversation(clumsy, [
      initializeLine,
      rpcRequestLine(1, 'session.create'),
      rpcRequestLine(2, 'field.encrypt', { service: 'identity', value: 'pl4nted-9182736' }),
    ]);
    assert.match(log, /a stray line of another program/);
    assert.match(log, /told by the client\s+RuntimeException at clumsy\.py:\d+/);
    assert.doesNotMatch(log, /pl4nted/);
  });

  it('prints settings without their secrets', () => {
    const { log } = conversation(clumsy, [initializeLine]);
    assert.match(log, /Settings\(.*sbx/);
    assert.ok(!log.includes(clientSecret));
  });

  it('closes what the client opened, before the next journey and at the end of the input', () => {
    const { log } = conversation(clumsy, [initializeLine, initializeLine]);
    assert.equal(log.match(/closed/g)?.length, 2);
  });

  it('understands the types that people write', () => {
    const given = { action: 'Approve', method: null, correlationId: null, keys: {}, more: 1, all: [] };
    const { answers } = conversation(clumsy, [
      initializeLine,
      rpcRequestLine(1, 'dummyPayer.trigger', given),
      rpcRequestLine(2, 'dummyPayer.trigger', { ...given, method: 1 }),
      rpcRequestLine(3, 'dummyPayer.trigger', { ...given, all: {} }),
    ]);
    assert.deepEqual(answers[1]?.result, Object.values(given));
    assert.deepEqual(answers[2]?.error, { code: -32602, message: 'method has another type' });
    assert.deepEqual(answers[3]?.error, { code: -32602, message: 'all has another type' });
  });

  it('answers an error where the result is no JSON, or the message is nested without an end', () => {
    const { answers } = conversation(clumsy, [
      initializeLine,
      rpcRequestLine(1, 'claim.submit'),
      '['.repeat(100_000),
    ]);
    assert.deepEqual(answers[1]?.error, { code: -32603, message: 'the result is not JSON' });
    assert.equal(answers[2]?.error?.code, -32700);
  });
});
