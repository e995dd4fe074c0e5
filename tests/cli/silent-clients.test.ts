import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftConnectionsText, RequestWatch } from '../../support/cli/silent-clients';
import type { Evidence } from '../../support/exchange/evidence';
import { makeExchange } from '../obligations/exchanges';

const handshake = (code: string): Evidence => {
  const { response: _, ...asked } = makeExchange();
  return { ...asked, failure: { kind: 'tls', code, message: '' } };
};

function checksAfter(...evidence: readonly Evidence[]) {
  const watch = new RequestWatch();
  for (const each of evidence) watch.observe(each);
  return watch.checks;
}

test('failed handshakes without any request are named once, with their cause if it is known', () => {
  const [untrusted, unknown] = ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'ERR_SSL_NO_SHARED_CIPHER'];
  const [check, ...others] = checksAfter(handshake(untrusted), handshake(unknown), handshake(untrusted));
  assert.deepEqual(others, []);
  assert.match(
    check?.detail ?? '',
    /^the client does not trust ca\.pem \([^;]+(; [^;]+){3}\); a TLS handshake failed \(ERR_SSL_NO_SHARED_CIPHER\)$/,
  );
});

test('a request, or a handshake that met an injected fault, leaves nothing to ask for', () => {
  const failed = handshake('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA');
  assert.equal(checksAfter(failed).length, 1);
  for (const other of [makeExchange(), { ...failed, stimulus: 'foreign-certificate' }])
    for (const evidence of [
      [failed, other],
      [other, failed],
    ])
      assert.deepEqual(checksAfter(...evidence), []);
  assert.deepEqual(checksAfter(), []);
});

test('connections that were closed at once are counted in one sentence', () => {
  assert.equal(leftConnectionsText(0), undefined);
  assert.match(leftConnectionsText(1) ?? '', /^1 connection was closed .*\.$/);
  assert.match(leftConnectionsText(3) ?? '', /^3 connections were closed .*\.$/);
});
