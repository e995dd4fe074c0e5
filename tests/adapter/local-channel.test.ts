import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { RefusalError } from '../../support/adapter/handlers';
import { openLocalChannel } from '../../support/adapter/local-channel';
import type { MethodParams } from '../../support/adapter/protocol';
import { callFieldEncrypt, expectAdapterFault, resultOf } from './adapters';

const open = (handlers: AdapterHandlers, timeoutMs = 5000) => openLocalChannel(handlers, { timeoutMs });

describe('a channel inside the process', () => {
  it('hands over copies, as if they had travelled', async () => {
    const own = { ciphertext: 'x', at: new Date(0), none: undefined };
    const channel = open({ 'field.encrypt': () => own });
    const value: unknown = resultOf(await callFieldEncrypt(channel));
    assert.deepEqual(value, { ciphertext: 'x', at: '1970-01-01T00:00:00.000Z' });
    own.ciphertext = 'y';
    assert.deepEqual(value, { ciphertext: 'x', at: '1970-01-01T00:00:00.000Z' });
  });

  it('gives the params to the handler, and waits for it', async () => {
    const channel = open({
      'field.encrypt': async ({ service, value }) => {
        await new Promise(setImmediate);
        return { ciphertext: `${service}:${value}` };
      },
    });
    assert.deepEqual(resultOf(await callFieldEncrypt(channel, 'ä')), { ciphertext: 'identity:ä' });
  });

  it('gives back long texts as they were, and copies of what holds them', async () => {
    const value = `\u{1F3E5}"\\\ud800${'é\n'.repeat(20_000)}`;
    const own = { ciphertext: '', also: [value, { value }] };
    const channel = open({
      'field.encrypt': (params) => {
        own.ciphertext = params.value;
        return own;
      },
    });
    const got: unknown = resultOf(await callFieldEncrypt(channel, value));
    assert.deepEqual(got, { ciphertext: value, also: [value, { value }] });
    own.also.pop();
    assert.deepEqual(got, { ciphertext: value, also: [value, { value }] });
  });

  it('checks what holds a long text as it checks any other', async () => {
    const long = 'x'.repeat(100_000);
    const channel = open({ 'field.encrypt': () => ({ [long]: long }) as unknown as { ciphertext: string } });
    assert.match(await expectAdapterFault(callFieldEncrypt(channel, long)), /\/ciphertext is missing/);
    const params = { service: 'identity', value: [long] } as unknown as MethodParams<'field.encrypt'>;
    await assert.rejects(
      channel.call('field.encrypt', params),
      /Params of field\.encrypt are wrong: \/value/,
    );
  });

  it('does not offer what has no handler', async () => {
    assert.deepEqual(await callFieldEncrypt(open({})), {
      kind: 'not-offered',
      message: 'field.encrypt is not offered',
    });
  });

  it('tells a refusal from a failure', async () => {
    const refusing = open({
      'field.encrypt': () => {
        throw new RefusalError('too long');
      },
    });
    assert.deepEqual(await callFieldEncrypt(refusing), {
      kind: 'refused',
      code: -32001,
      message: 'too long',
    });
    const failing = open({ 'field.encrypt': () => Promise.reject(new Error('no key')) });
    assert.deepEqual(await callFieldEncrypt(failing), { kind: 'refused', code: -32000, message: 'no key' });
  });

  it('checks results as those of any other adapter', async () => {
    const channel = open({ 'field.encrypt': () => ({}) as { ciphertext: string } });
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /\/ciphertext is missing/);
    const silent = open({ 'session.create': () => undefined });
    assert.equal(resultOf(await silent.call('session.create', {})), null);
  });

  it('does not wait for ever', async () => {
    const channel = open({ 'field.encrypt': () => new Promise<never>(() => undefined) }, 50);
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /no answer within 50 ms/);
  });

  it('is closed like any other', async () => {
    const channel = open({ 'session.create': () => null });
    assert.equal(channel.ended, false);
    await channel.close();
    assert.equal(channel.ended, true);
    await assert.rejects(channel.call('session.create', {}), /closed before the call/);
  });
});
