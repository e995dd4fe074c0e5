import { before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { readChange } from './change';
import { tapMessages } from './right-messages';
import { requestScene, sceneOf } from './scenes';

let session: RawExchange;
before(async () => {
  await tapMessages();
  session = requestScene('session request').about;
});

const bodyOf = (text: string): unknown =>
  JSON.parse(readChange(text).inRequest(session).request.body?.toString() ?? '');
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(readChange(text).inRequest(session).request.headers);

describe('a change in a request', () => {
  it('gives a member of its body another value, or leaves it out, and keeps the others', () => {
    const { clientId, ...others } = JSON.parse(session.request.body?.toString() ?? '') as {
      clientId: string;
    };
    assert.equal(typeof clientId, 'string');
    assert.deepEqual(bodyOf('"clientId": 4711'), { clientId: 4711, ...others });
    assert.deepEqual(bodyOf('no "clientId"'), others);
  });

  it('leaves a header out, or sends it under another name', () => {
    assert.equal(headersOf('no "TIMESTAMP"').TIMESTAMP, undefined);
    assert.notEqual(headersOf('no "TIMESTAMP"')['REQUEST-ID'], undefined);
    const renamed = headersOf('"TIMESTAMP" called "X-TIMESTAMP"');
    assert.deepEqual([renamed.TIMESTAMP, typeof renamed['X-TIMESTAMP']], [undefined, 'string']);
  });

  it('moves a TIMESTAMP off the arrival', () => {
    const { TIMESTAMP = '' } = headersOf('"TIMESTAMP" 10 minutes behind');
    assert.equal(session.arrivedAt - Date.parse(TIMESTAMP), 600_000);
  });

  it('sends it elsewhere, where it is no longer taken for the documented operation', () => {
    const moved = readChange('the line "POST /api/hiecm/gateway/v0.5/sessions"').inRequest(session);
    assert.equal(moved.request.url, 'https://gateway.example/api/hiecm/gateway/v0.5/sessions');
    assert.equal(moved.operation, undefined);
    const stays = readChange('the line "POST /api/hiecm/gateway/v3/sessions"').inRequest(session);
    assert.equal(stays.operation, 'session.create');
  });
});

describe('a change in an answer', () => {
  it('gives it another status, another body, or none', () => {
    const { about } = sceneOf('refusal of wrong credentials');
    assert.equal(readChange('status 401').inAnswer(about).response?.status, 401);
    assert.equal(readChange('the body no').inAnswer(about).response?.body.toString(), 'no');
    const failed = readChange('the failure CERT_HAS_EXPIRED').inAnswer(about);
    assert.deepEqual([failed.response, failed.failure?.kind], [undefined, 'tls']);
  });

  it('is refused where it is about requests alone, and the other way round', () => {
    const { about } = sceneOf('session answer');
    assert.throws(() => readChange('the header "Origin: https://a.example"').inAnswer(about), /No answer/);
    assert.throws(() => readChange('status 401').inRequest(session), /No request/);
  });
});

it('Words that name no change are refused', () => {
  assert.throws(() => readChange('something else'), /No example knows the change: something else/);
});
