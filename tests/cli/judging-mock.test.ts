import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';
import { conformingSeams } from '../../support/client/integrator';
import type { IntegratorSeams } from '../../support/client/integrator/seams';
import { defaultParticipants } from '../../support/targets/embedded';
import { clientOf } from '../library/client';
import { sendExactRequest } from '../mock/ask';
import { readResults, temporaryFolder } from '../report/embedded-run';
import type { OwnMock } from './own-mock';
import { mockUntil, ownMock } from './own-mock';

/** A client of the mock, as a team makes one for its own tests. */
function clientAt({ services, env, folder }: OwnMock, seams: Partial<IntegratorSeams> = {}) {
  const { gateway = '', identity = '', registry = '' } = services;
  const { CLIENT_ID = '', CLIENT_SECRET = '' } = env;
  return clientOf(
    {
      services: { gateway, identity, registry, dummyPayer: gateway, provider: gateway },
      credentials: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
      cmId: 'sbx',
      participants: defaultParticipants,
      callbackCertificates: `${gateway}/api/hiecm/gateway/v3/certs`,
      payerEncryptionKey: readFileSync(join(folder, 'payer.pem'), 'utf8'),
    },
    seams,
  );
}

/** What such tests do: a session, and an OTP that is verified. */
async function tested(mock: OwnMock, seams: Partial<IntegratorSeams> = {}) {
  const { TEST_OTP = '', TEST_TXN_ID = '' } = mock.env;
  const client = await clientAt(mock, seams);
  await client['session.create']({});
  await client['otp.verify']({ otp: TEST_OTP, txnId: TEST_TXN_ID });
  await client.shutdown({});
}

const verdictsIn = (folder: string, wanted: string): string[] =>
  readResults(folder)
    .obligations.filter(({ verdict }) => verdict === wanted)
    .map(({ id }) => id);

test('a mock reports no breach of a client that keeps the contract, and judges the client at Ctrl-C', async (t) => {
  const mock = await ownMock(t, '--no-tls');
  await tested(mock);
  assert.equal(await mock.stop(), 0, 'what a client did not do fails nothing');
  assert.match(mock.text(), /#1 {2}gateway {4}POST \/api\/hiecm\/gateway\/v3\/sessions 200 \d+ ms\n/);
  assert.doesNotMatch(mock.text(), /✗/);
  assert.match(
    mock.text(),
    /\n +2 plain http on loopback: leave out --no-tls to judge it .*\n +SEC-01 SEC-03\n/,
  );
  assert.match(mock.text(), /^ +→ run without --no-tls to have it judged$/m);
  assert.match(mock.text(), /^ +→ let the client do what npx conform explain lists, then: the same test$/m);
  assert.match(mock.text(), /^Left out: SEC-01, SEC-03 \(--no-tls\)\.$/m);
  assert.match(mock.text(), /^integrator: no failure in the \d+ of 92 requirements that were seen$/m);
  const { run, exchanges } = readResults(mock.folder);
  assert.deepEqual([run.profile, run.overall.integrator?.verdict, exchanges], ['mock', 'no-failure', 3]);
  assert.deepEqual(Object.keys(run.overall), ['integrator']);
  const { exchanges: byOwner, clients, files } = run.observed ?? {};
  assert.deepEqual([byOwner?.suite, clients, files], [3, 1, []]);
  assert.deepEqual(verdictsIn(mock.folder, 'failed'), []);
  for (const id of ['SES-01', 'HDR-03', 'ENC-01', 'ENC-04', 'OTP-02'])
    assert.ok(verdictsIn(mock.folder, 'passed').includes(id), id);
  const { CLIENT_SECRET = '', TEST_OTP = '' } = mock.env;
  const [, live = ''] = mock.text().split('Ctrl-C ends the mock.');
  const written = ['results.json', 'recording.jsonl', 'basis.json', 'compliance.html'];
  const told = [live, ...written.map((name) => readFileSync(join(mock.folder, name), 'utf8'))].join('\n');
  for (const secret of [CLIENT_SECRET, TEST_OTP]) assert.ok(!told.includes(secret));
});

test('a mock names each breach of a client when it occurs, and again at the end', async (t) => {
  const mock = await mockUntil(t, { count: 1 }, '--no-tls');
  const requestId = () => '6f1f2a7e-3d53-1c58-9df0-3a2f7a0a8d11';
  // The mock refuses it, as the services do.
  await assert.rejects(tested(mock, { ids: { ...conformingSeams.ids, requestId } }));
  assert.equal(await mock.ended, 1);
  assert.match(
    mock.text(),
    /#1 {2}gateway {4}POST \S+ 400 \d+ ms {2}✗ HDR-03\n {8}HDR-03 {2}REQUEST-ID is .*: .*1c58.*\n/,
  );
  assert.match(
    mock.text(),
    /^HDR-03 \[must, clause 5\.2\] .*\n {2}sent [^]*the same test, after you fix it/m,
  );
  assert.equal(readResults(mock.folder).exchanges, 1);
  assert.ok(verdictsIn(mock.folder, 'failed').includes('HDR-03'));
});

test('a lenient mock accepts wrong requests, so that one mistake does not hide the next', async (t) => {
  const mock = await mockUntil(t, { count: 3 }, '--no-tls', '--lenient');
  const requestId = () => '6f1f2a7e-3d53-1c58-9df0-3a2f7a0a8d11';
  await tested(mock, { ids: { ...conformingSeams.ids, requestId } });
  assert.equal(await mock.ended, 1);
  assert.deepEqual(verdictsIn(mock.folder, 'failed'), ['HDR-03']);
  assert.ok(verdictsIn(mock.folder, 'passed').includes('ENC-01'));
});

for (const [what, name, value, failed] of [
  ['a login id', 'loginId', '912345678012', ['ENC-02']],
  ['a national-ID number', 'nationalId', '5123 4567 8011', ['ENC-02']],
  ['a number in Base64', 'loginId', Buffer.from('912345678012').toString('base64'), ['ENC-02']],
  // It may be the value, and may stand for one: no ciphertext it is.
  ['a word', 'loginId', 'of-the-ward', ['ENC-03']],
] as const)
  for (const encrypted of [false, true])
    test(`a value of the client's own, ${what}, ${encrypted ? 'encrypted' : 'raw'}, is known as that`, async (t) => {
      // A session and the fields; before it encrypts, the client also fetches a certificate.
      const mock = await mockUntil(t, { count: encrypted ? 3 : 2 }, '--no-tls', '--lenient');
      const { bodies } = conformingSeams;
      const raw = { ...bodies, fields: () => Promise.resolve({ [name]: value }) };
      const client = await clientAt(mock, encrypted ? {} : { bodies: raw });
      const fields = [{ name, value, encrypted: true }];
      await client['fields.send']({ service: 'identity', path: '/identity/api/v3/enrolment/fields', fields });
      await client.shutdown({});
      await mock.ended;
      assert.deepEqual(verdictsIn(mock.folder, 'failed'), encrypted ? [] : failed);
      assert.equal(verdictsIn(mock.folder, 'passed').includes('ENC-02'), encrypted);
      const kept = readFileSync(join(mock.folder, 'recording.jsonl'), 'utf8');
      assert.ok(!kept.includes(value) && !mock.text().includes(value));
    });

/** The paths of a client's OTPs: an identity flow, and the verify-mobile-OTP calls of a target that names them. */
const otpPaths = [
  ['identity', '/identity/api/v3/enrolment/fields'],
  ['identity', '/v2/own/check'],
  ['registry', '/v2/own/check'],
] as const;

for (const [service, path] of otpPaths)
  for (const encrypted of [false, true])
    test(`an OTP to ${service} at ${path}, ${encrypted ? 'encrypted' : 'raw'}, is judged in a mock for that role alone`, async (t) => {
      const target = join(temporaryFolder(t), 'target.yaml');
      writeFileSync(
        target,
        `name: clinic\nintegrator: { manual: true, roles: [session, ${service}] }\nreadings: { mobile-otp-path: /v2/own/check }\n`,
      );
      const count = encrypted ? 3 : 2;
      const mock = await mockUntil(t, { count }, '--no-tls', '--lenient', '--target', target);
      const { TEST_OTP: otp = '', TEST_TXN_ID: txnId = '' } = mock.env;
      const raw = { ...conformingSeams.bodies, fields: () => Promise.resolve({ otp, txnId }) };
      const client = await clientAt(mock, encrypted ? {} : { bodies: raw });
      const fields = [
        { name: 'otp', value: otp, encrypted: true },
        { name: 'txnId', value: txnId, encrypted: false },
      ];
      await client['fields.send']({ service, path, fields });
      await client.shutdown({});
      await mock.ended;
      assert.deepEqual(verdictsIn(mock.folder, 'failed'), encrypted ? [] : ['ENC-01', 'ENC-09']);
      const { obligations } = readResults(mock.folder);
      const passed = obligations
        .find(({ id }) => id === 'ENC-01')
        ?.facets?.filter(({ verdict }) => verdict === 'passed');
      const name = path === '/v2/own/check' ? `${service}, mobile OTP` : service;
      assert.deepEqual(
        passed?.map((each) => each.name),
        encrypted ? [name] : [],
      );
    });

test('a mock that nothing reached judges nothing, which is no success where a verdict was awaited', async (t) => {
  const served = await ownMock(t);
  assert.equal(await served.stop(), 0);
  const nothing =
    /\nNothing reached the mock that could be judged\. Are the variables exported, .* from them/;
  assert.match(served.text(), new RegExp(`${nothing.source}, and does it trust ca\\.pem\\?\n$`));
  const mock = await mockUntil(t, { for: 1 }, '--no-tls');
  assert.equal(await mock.ended, 3);
  assert.match(mock.text(), new RegExp(`${nothing.source}\\?\n$`));
  assert.equal(existsSync(join(mock.folder, 'results.json')), false);
});

function connected({ services }: OwnMock, ca?: string): TLSSocket {
  const { hostname: host, port } = new URL(services.gateway ?? '');
  return connectTls({ host, port: Number(port), ...(ca !== undefined && { ca }) }).on(
    'error',
    () => undefined,
  );
}

/** Resolves when a client that does not trust the mock has ended its connection, without an alert, as Node does. */
const leaving = (mock: OwnMock): Promise<unknown> =>
  new Promise((resolve) => connected(mock).once('close', resolve));

const authorityOf = ({ folder }: OwnMock): string => readFileSync(join(folder, 'ca.pem'), 'utf8');

test('a mock counts connections that were closed without a request, and names possible causes', async (t) => {
  const mock = await ownMock(t);
  await leaving(mock);
  await leaving(mock);
  // The mock has noticed the end of earlier connections when it completes a later handshake.
  await once(connected(mock, authorityOf(mock)), 'session');
  assert.equal(await mock.stop(), 0);
  assert.match(
    mock.text(),
    /\nNothing reached the mock that could be judged\.\n2 connections were closed during or right after the TLS handshake, without a request, as clients do that do not trust ca\.pem \(Go, .*NODE_EXTRA_CA_CERTS.*\), that .* only probe the port\.\n$/,
  );
});

test('a connection that was closed without a request changes no verdict on the others', async (t) => {
  const mock = await mockUntil(t, { count: 1 });
  await leaving(mock);
  await sendExactRequest(`${mock.services.gateway}/api/hiecm/gateway/v3/certs`, { ca: authorityOf(mock) });
  await mock.ended;
  assert.match(mock.text(), /\n1 connection was closed during or right after the TLS handshake, [^\n]+\n$/);
  assert.doesNotMatch(mock.text(), /Nothing reached the mock|a request reached the mock: no/);
  assert.equal(readResults(mock.folder).exchanges, 1);
});

test('a mock that only failed handshakes reached asks for a request first, and lists no obligations for it', async (t) => {
  const mock = await mockUntil(t, { count: 1 });
  // A strict mock does not answer plain http. Plain http breaks an obligation.
  await assert.rejects(fetch((mock.services.gateway ?? '').replace('https:', 'http:')));
  assert.equal(await mock.ended, 1);
  assert.match(mock.text(), /^! a request reached the mock: no\. plain http at a port that speaks TLS$/m);
  assert.match(
    mock.text(),
    /^ +\d+ not exercised in this run\n +→ let the client reach the mock first, then run again$/m,
  );
  assert.doesNotMatch(mock.text(), /SES-01|let the client do what/);
});

test('a mock does not ask for a request if one arrived, even one that was not recorded', async (t) => {
  const mock = await mockUntil(t, { count: 1 });
  await sendExactRequest(`${mock.services.gateway}/favicon.ico`, { ca: authorityOf(mock) });
  await assert.rejects(fetch((mock.services.gateway ?? '').replace('https:', 'http:')));
  await mock.ended;
  assert.doesNotMatch(mock.text(), /a request reached the mock: no|let the client reach the mock/);
});

test('a mock says how the client gets the variables', async (t) => {
  const file = join(temporaryFolder(t), 'mock.env');
  const written = await mockUntil(t, { count: 1 }, '--no-tls', '--variables', file);
  const printed = await mockUntil(t, { count: 1 }, '--no-tls');
  for (const { services, ended } of [written, printed]) {
    await fetch(`${services.gateway}/api/hiecm/gateway/v3/certs`);
    await ended;
  }
  assert.ok(written.text().includes(`\nIn the terminal of your client:  set -a; . ${file}; set +a\n`));
  assert.match(
    printed.text(),
    /^In the terminal of your client: paste the export lines above\. .*--variables/m,
  );
});

test('what a client sends of its own is neither recorded nor printed as it is', async (t) => {
  const mock = await mockUntil(t, { count: 1 }, '--no-tls');
  const [number, word] = ['98765432101234', 'hunter2'];
  const body = JSON.stringify({ txnId: mock.env.TEST_TXN_ID, mobile: number, note: word });
  await fetch(`${mock.services.identity}/identity/api/v3/profile/${number}`, { method: 'POST', body });
  await mock.ended;
  const { printed, kept } = {
    printed: mock.text(),
    kept: readFileSync(join(mock.folder, 'recording.jsonl'), 'utf8'),
  };
  assert.match(printed, /#1 {2}identity {3}POST \/identity\/api\/v3\/profile\/\S+ 401/);
  for (const own of [number, word]) for (const text of [printed, kept]) assert.ok(!text.includes(own), own);
});

test('a fault of the mock does not count against its client', async (t) => {
  const mock = await ownMock(t, '--no-tls', '--fault', 'token-refused');
  await tested(mock);
  await mock.stop();
  assert.match(mock.text(), / 401 \d+ ms\n/);
  assert.doesNotMatch(mock.text(), /✗/);
  assert.deepEqual(verdictsIn(mock.folder, 'failed'), []);
});
