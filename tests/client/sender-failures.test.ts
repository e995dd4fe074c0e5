import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeTls } from '../../support/mock/tls';
import { nodeProgram, root } from '../cli/conform';
import { leaks } from '../exchange/canaries';
import { randomUUID } from '../seed';
import { senderOf } from './recorded-sender';
import { tcpServer, tlsServer } from './servers';
import { expired, limit, troubles } from './troubles';

const deadlineMs = 1000;
/** What fails on its own is far from it, on a busy machine too. */
const patientMs = 30_000;

for (const { what, kind, code, address, slow } of troubles)
  test(`${what} is recorded as ${kind}`, { timeout: 2 * patientMs }, async (t) => {
    const { sender, exchanges } = senderOf({
      deadlineMs: slow ? deadlineMs : patientMs,
      maxBytes: limit,
    });
    const url = await address(t);
    const startedAt = performance.now();
    const sent = await sender.send({ service: 'gateway', method: 'GET', url, headers: { 'X-A': 'b' } });
    const tookMs = performance.now() - startedAt;
    const { failure, response } = sent.exchange;
    assert.equal(failure?.kind, kind, `${failure?.code ?? ''} ${failure?.message ?? ''}`);
    assert.match(failure.code, code);
    assert.notEqual(failure.message, '');
    assert.equal(response, undefined);
    assert.equal(sent.answer, undefined);
    assert.deepEqual(exchanges, [sent.exchange]);
    assert.equal(sent.exchange.request.url, url);
    if (slow) assert.ok(tookMs >= deadlineMs - 5, `took ${tookMs} ms only`);
  });

test('an expired certificate is recorded as tls, though its authority is known', async (t) => {
  const tls = makeTls([], expired);
  const { sender } = senderOf({ ca: tls.ca });
  const url = `https://${await tlsServer(t, tls)}/`;
  const { exchange } = await sender.send({ service: 'gateway', method: 'GET', url, headers: {} });
  assert.deepEqual([exchange.failure?.kind, exchange.failure?.code], ['tls', 'CERT_HAS_EXPIRED']);
  assert.equal(exchange.facts.tls, undefined);
});

// Only Linux answers on all of 127.0.0.0/8; the certificate names 127.0.0.1.
const elsewhere = { skip: process.platform !== 'linux' };
test('a certificate for another host is recorded as tls', elsewhere, async (t) => {
  const tls = makeTls([]);
  const { sender } = senderOf({ ca: tls.ca });
  const url = `https://${await tlsServer(t, tls, '127.0.0.2')}/`;
  const { exchange } = await sender.send({ service: 'gateway', method: 'GET', url, headers: {} });
  assert.deepEqual([exchange.failure?.kind, exchange.failure?.code], ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID']);
});

test('a certificate that verifies is recorded with protocol and end', async (t) => {
  const tls = makeTls([]);
  const { sender } = senderOf({ ca: tls.ca });
  const url = `https://${await tlsServer(t, tls)}/`;
  const { exchange, answer } = await sender.send({ service: 'gateway', method: 'GET', url, headers: {} });
  assert.equal(answer?.body.toString(), 'ok');
  assert.match(exchange.facts.tls?.protocol ?? '', /^TLSv1\.[23]$/);
  assert.ok(Date.parse(exchange.facts.tls?.validTo ?? '') > Date.now());
});

test('a handshake that never ends counts as no connection', async (t) => {
  const { sender } = senderOf({ deadlineMs });
  const url = `https://${await tcpServer(t, () => undefined)}/`;
  const { exchange } = await sender.send({ service: 'gateway', method: 'GET', url, headers: {} });
  assert.deepEqual([exchange.failure?.kind, exchange.failure?.code], ['unreachable', 'ETIMEDOUT']);
});

test('nothing is printed, whatever happens', async (t) => {
  const addresses = await Promise.all(troubles.map(({ address }) => address(t)));
  const secret = randomUUID();
  const register = join(root, 'bin/typescript.cjs');
  const program = join(__dirname, 'send-into-trouble.cjs');
  const ended = await nodeProgram(program, [register, secret, ...addresses], {});
  assert.deepEqual(leaks(ended.stdout + ended.stderr, { secret }), []);
  assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
});
