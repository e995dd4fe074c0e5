import { before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { readChange } from '../../support/scenarios/mistakes/change';
import { tapMessages } from '../../support/scenarios/mistakes/right-messages';
import { requestScene, sceneOf } from '../../support/scenarios/mistakes/scenes';

let session: RawExchange;
before(async () => {
  await tapMessages();
  session = requestScene('session request').about;
});

const bodyOf = (text: string): Record<string, unknown> =>
  JSON.parse(readChange(text).inRequest(session).request.body?.toString() ?? '') as Record<string, unknown>;
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

describe('a value in a change', () => {
  it('can end with a blank or a line end', () => {
    assert.equal(bodyOf('"clientId" "SBX_1\\s"').clientId, 'SBX_1 ');
    assert.equal(bodyOf('"clientId": "SBX_1\\s\n"').clientId, 'SBX_1 \n');
    const { about } = sceneOf('session answer');
    assert.equal(readChange('the body a\n').inAnswer(about).response?.body.toString(), 'a\n');
  });

  it('is that of a header if the document has a header of that name', () => {
    assert.equal(headersOf('"X-HIP-ID" "HIP-1"')['X-HIP-ID'], 'HIP-1');
    assert.equal(bodyOf('"X-HIP-ID" "HIP-1"')['X-HIP-ID'], undefined);
  });
});
