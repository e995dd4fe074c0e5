import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { resolveReadings } from '../../support/contract/readings';
import type { MockOptions } from '../../support/mock/start-mock';
import { makeTls } from '../../support/mock/tls';
import { tolerance } from '../../support/mock/tolerance';
import { sendExactRequest } from './ask';
import { runningMock } from './running-mock';

const day = 86_400_000;
const keys = '/api/hiecm/gateway/v3/certs';

test('all four services verify with the CA of the mock', async (t) => {
  const mock = await runningMock(t);
  assert.ok(mock.ca);
  for (const url of Object.values(mock.urls)) {
    assert.match(url, /^https:\/\/127\.0\.0\.1:\d+(\/v4)?$/);
    assert.equal((await sendExactRequest(`${url}/nothing`, { ca: mock.ca })).status, 404);
  }
});

test('they verify neither without the CA nor with another', async (t) => {
  const mock = await runningMock(t);
  const untrusted = { code: /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/ };
  await assert.rejects(sendExactRequest(mock.urls.gateway + keys), untrusted);
  await assert.rejects(sendExactRequest(mock.urls.gateway + keys, { ca: makeTls([]).ca }), untrusted);
});

test('the host can be called by its name', async (t) => {
  const mock = await runningMock(t, { publicHost: 'localhost' });
  assert.match(mock.urls.gateway, /^https:\/\/localhost:\d+$/);
  assert.equal((await sendExactRequest(mock.urls.gateway + keys, { ca: mock.ca ?? '' })).status, 200);
});

test('without TLS the services speak plain http', async (t) => {
  const mock = await runningMock(t, { tls: false });
  assert.equal('ca' in mock, false);
  assert.match(mock.urls.registry, /^http:\/\/127\.0\.0\.1:\d+\/v4$/);
  assert.equal((await sendExactRequest(mock.urls.gateway + keys)).status, 200);
});

test('own material is served, and judged by its dates', async (t) => {
  const good = makeTls(['mock.test']);
  const past = makeTls([], {
    notBefore: new Date(Date.now() - 2 * day),
    notAfter: new Date(Date.now() - day),
  });
  const future = makeTls([], { notBefore: new Date(Date.now() + day) });
  const fetchFrom = async (tls: typeof good) => {
    const mock = await runningMock(t, { tls });
    assert.equal(mock.ca, tls.ca);
    return sendExactRequest(mock.urls.gateway + keys, { ca: tls.ca });
  };
  assert.equal((await fetchFrom(good)).status, 200);
  await assert.rejects(fetchFrom(past), { code: 'CERT_HAS_EXPIRED' });
  await assert.rejects(fetchFrom(future), { code: 'CERT_NOT_YET_VALID' });
});

test('a certificate says what it is for', () => {
  const material = makeTls(['mock.test', '192.0.2.7'], { commonName: 'A mock' });
  const ca = new X509Certificate(material.ca);
  const server = new X509Certificate(material.cert);
  assert.deepEqual([ca.ca, server.ca], [true, false]);
  assert.ok(server.checkIssued(ca) && server.verify(ca.publicKey) && ca.verify(ca.publicKey));
  assert.equal(server.subject, 'CN=A mock');
  for (const host of ['mock.test', 'localhost']) assert.equal(server.checkHost(host), host);
  for (const ip of ['127.0.0.1', '::1', '192.0.2.7']) assert.equal(server.checkIP(ip), ip);
  assert.equal(server.checkHost('other.test'), undefined);
  assert.deepEqual(server.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  assert.ok(Date.parse(server.validTo) - Date.now() < 31 * day);
  assert.notEqual(ca.fingerprint256, new X509Certificate(makeTls([]).ca).fingerprint256);
});

test('the mock speaks TLS 1.2, and where a reading wants 1.3, only a tolerant one does', async (t) => {
  const versionOf = async (options: MockOptions): Promise<string | undefined> => {
    const mock = await runningMock(t, options);
    const { hostname, port } = new URL(mock.urls.gateway);
    const ca = mock.ca ?? '';
    const socket = connect({ host: hostname, port: Number(port), ca, maxVersion: 'TLSv1.2' });
    t.after(() => socket.destroy());
    return new Promise((resolve) => {
      socket.once('secureConnect', () => {
        resolve(socket.getProtocol() ?? undefined);
      });
      socket.once('error', () => {
        resolve(undefined);
      });
    });
  };
  const readings = resolveReadings({ 'tls-least': '1.3' });
  assert.equal(await versionOf({}), 'TLSv1.2');
  assert.equal(await versionOf({ readings }), undefined);
  assert.equal(await versionOf({ readings, tolerance }), 'TLSv1.2');
});
