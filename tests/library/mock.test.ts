import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, it } from 'node:test';
import { conformingSeams } from '../../support/client/integrator';
import { clientOf } from './client';
import { leaks } from '../exchange/canaries';
import { temporaryFolder } from '../report/embedded-run';
import type { Mock } from '../../support/library';
import { ConfigurationError, expectConformance, startMock } from '../../support/library';

/** Asks again until it is so; the test's own time limit ends it. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setImmediate();
}

const keyIn = (certificate: string): string =>
  new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('a mock in a test', { timeout: 60_000 }, () => {
  let mock: Mock | undefined;
  afterEach(async () => {
    await mock?.close();
  });

  const started = async (...given: Parameters<typeof startMock>): Promise<Mock> =>
    (mock = await startMock(...given));

  it('judges a client that keeps the contract: what it did passes, and nothing fails', async () => {
    const played = await started();
    const client = await clientOf(played);
    await client['session.create']({});
    await client['otp.verify']({ otp: played.otp, txnId: played.txnId });
    await client['fields.send']({
      service: 'identity',
      path: '/identity/api/v3/enrolment/fields',
      fields: [{ name: 'loginId', value: '91234567890123', encrypted: true }],
    });
    await client.shutdown({});
    const { overall, obligations, exchanges } = played.verdicts();
    const having = (wanted: string) =>
      obligations.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
    assert.deepEqual(having('failed'), []);
    assert.deepEqual(having('warning'), []);
    for (const id of ['SES-01', 'HDR-05', 'TOK-04', 'ENC-04', 'OTP-01'])
      assert.ok(having('passed').includes(id), `${id}: ${having('passed').join(' ')}`);
    assert.ok(exchanges >= 4);
    // A test at the mock exercises only a part of the contract, so that a client never conforms there.
    assert.deepEqual(overall, { integrator: 'no-failure' });
    expectConformance(played);
    expectConformance(played, { only: ['hdr-05', 'ENC-04'] });
  });

  it("gives the payer's key also as a certificate", async () => {
    const { payerEncryptionKey, payerEncryptionCertificate } = await started();
    assert.equal(keyIn(payerEncryptionCertificate), payerEncryptionKey);
  });

  const given = {
    credentials: { clientId: 'clinic-7', clientSecret: 'of-the-sandbox-e4b1' },
    otp: { value: '905512', txnId: 'first-transaction' },
    dummyPayerToken: 'payer-token-77aa',
  };

  const holdsGiven = async (played: Mock) => {
    const { credentials, otp: value, txnId, dummyPayerToken } = played;
    assert.deepEqual({ credentials, otp: { value, txnId }, dummyPayerToken }, given);
    const client = await clientOf(played);
    await client['session.create']({});
    await client['otp.verify']({ otp: value, txnId });
    await client.shutdown({});
    const kept = JSON.stringify(played.verdicts());
    const secrets = { secret: credentials.clientSecret, otp: value, token: given.dummyPayerToken };
    assert.deepEqual(leaks(kept, secrets), []);
  };

  it('accepts the credentials in its options', async () => {
    await holdsGiven(await started(given));
  });

  it('accepts the credentials of a target, with the variables in its options', async (t) => {
    const target = join(temporaryFolder(t), 'target.yaml');
    writeFileSync(
      target,
      [
        'name: clinic',
        'credentials: { clientId: clinic-7, clientSecret: "${THE_SECRET}" }',
        'dummyPayerToken: ${THE_TOKEN}',
        'otp: { value: "${THE_OTP}", txnId: first-transaction }',
      ].join('\n'),
    );
    const environment = {
      THE_SECRET: given.credentials.clientSecret,
      THE_TOKEN: given.dummyPayerToken,
      THE_OTP: given.otp.value,
    };
    await holdsGiven(await started({ target, environment }));
  });

  it('fails the obligation that a client breaks, with what was sent and how it would be right', async () => {
    const played = await started();
    const client = await clientOf(played, {
      ids: { ...conformingSeams.ids, requestId: () => '6f1f2a7e-3d53-4c58-9df0-3a2f7a0a8d11' },
    });
    await client['session.create']({});
    await client['session.create']({});
    assert.throws(
      () => {
        expectConformance(played);
      },
      (error: Error) => {
        assert.equal(error.name, 'AssertionError');
        assert.match(
          error.message,
          /^HDR-05 \[must, clause .*\n {2}sent .*\n {2}expected .*\n {2}got .*\n {2}likely .*\n {2}again {5}the same test, after you fix it\n {2}more {6}npx conform explain HDR-05$/,
        );
        return true;
      },
    );
    // Of others it says nothing.
    expectConformance(played, { only: ['SES-01'] });
    assert.throws(() => {
      expectConformance(played, { only: ['HDR-05'] });
    }, /^AssertionError.*HDR-05/s);
  });

  it('passes nothing that was not exercised', async () => {
    const played = await started();
    assert.throws(() => {
      expectConformance(played);
    }, /Nothing reached the mock/);
    const client = await clientOf(played);
    await client['session.create']({});
    expectConformance(played);
    assert.throws(() => {
      expectConformance(played, { only: ['ENC-04'] });
    }, /ENC-04 .*: not-tested/);
    assert.throws(() => {
      expectConformance(played, { only: [] });
    }, /names no obligation/);
    assert.throws(() => {
      expectConformance(played, { only: ['SES-05'] });
    }, /SES-05 is about the services/);
    assert.throws(() => {
      expectConformance(played, { only: ['SES-99'] });
    }, ConfigurationError);
  });

  it('injects a fault until another is asked for', async () => {
    const played = await started();
    const client = await clientOf(played);
    played.inject('unavailable');
    await client['session.create']({});
    const answered = () => played.verdicts().exchanges;
    assert.equal(answered(), 2);
    played.inject();
    await client['session.create']({});
    assert.equal(answered(), 3);
    expectConformance(played);
  });

  it('speaks TLS where that is asked for, and keeps secrets out of what it tells', async () => {
    const played = await started({ tls: true });
    assert.match(played.services.gateway, /^https:/);
    const client = await clientOf(played);
    await client['session.create']({});
    await client['otp.verify']({ otp: played.otp, txnId: played.txnId });
    const { results, obligations } = played.verdicts();
    const told = JSON.stringify([results, obligations]);
    for (const secret of [played.credentials.clientSecret, played.otp]) assert.ok(!told.includes(secret));
    expectConformance(played, { only: ['SEC-01'] });
  });

  it('listens on free ports of this machine, whatever a target says of runs', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const target = join(temporaryFolder(t), 'target.yaml');
    const addresses = `{ listen: '127.0.0.1:${port}', publicUrl: 'https://host.example' }`;
    writeFileSync(target, `name: a\nenvironment: sandbox\nmock: ${addresses}\n`);
    const played = await started({ target });
    const { hostname, port: free } = new URL(played.services.gateway);
    assert.equal(hostname, '127.0.0.1');
    assert.notEqual(free, String(port));
  });

  it('calls back where a provider listens', async () => {
    const played = await started();
    const client = await clientOf(played);
    assert.ok(client.callbackUrl);
    played.callBackAt(client.callbackUrl, client.encryptionKey ?? undefined);
    const { correlationId } = await client['eligibility.check']({});
    await until(async () => (await client['cycle.get']({ correlationId })).state === 'answered');
    await played.settled();
    await client.shutdown({});
    expectConformance(played);
    expectConformance(played, { only: ['FLW-02'] });
  });
});
