import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { parse } from 'yaml';
import { servicePathsOf } from '../../support/run/mock-options';
import { clientOf } from '../library/client';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { mockUntil } from './own-mock';

const participants = { provider: '2000000002@sbx', payer: '1000003538@sbx' };

const targetText = `name: clinic
services:
  gateway: https://gateway.example/base
  identity: https://one.example/own/identity
  registry: https://one.example/own/registry/v4
  dummyPayer: https://payer.example/dummy
  provider: https://payer.example/hcx
participants: { provider: ${participants.provider}, payer: ${participants.payer} }
`;

describe('a mock of a target with paths in its addresses', () => {
  for (const prefixed of [true, false])
    it(`judges a client that ${prefixed ? 'uses' : 'leaves out'} these paths`, async (t) => {
      const file = join(temporaryFolder(t), 'target.yaml');
      writeFileSync(file, targetText);
      const mock = await mockUntil(t, { count: 6 }, '--no-tls', '--target', file);
      const addresses = (
        [
          ['gateway', 'gateway', '/base'],
          ['identity', 'identity', '/own/identity'],
          ['registry', 'registry', '/own/registry/v4'],
          ['dummyPayer', 'dummy payer', '/dummy'],
          ['provider', 'provider', '/hcx'],
        ] as const
      ).map(([service, printed, path]) => {
        const url = mock.services[printed] ?? '';
        assert.equal(new URL(url).pathname, path);
        return [service, prefixed ? url : url.replace(path, service === 'registry' ? '/v4' : '')] as const;
      });
      const services = Object.fromEntries(addresses) as Parameters<typeof clientOf>[0]['services'];
      const { CLIENT_ID = '', CLIENT_SECRET = '', TEST_OTP = '', TEST_TXN_ID = '' } = mock.env;
      const inFolder = (name: string): string => readFileSync(join(mock.folder, name), 'utf8');
      const { publicKey } = new X509Certificate(inFolder('payer-certificate.pem'));
      assert.equal(publicKey.export({ type: 'spki', format: 'pem' }), inFolder('payer.pem'));
      const client = await clientOf({
        services,
        credentials: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
        ...{ cmId: 'sbx', participants },
        callbackCertificates: `${services.gateway}/api/hiecm/gateway/v3/certs`,
        payerEncryptionKey: inFolder('payer.pem'),
      });
      await client['otp.verify']({ otp: TEST_OTP, txnId: TEST_TXN_ID });
      await client['certificate.fetch']({ service: 'identity' });
      await client['preauth.submit']({});
      await client['paymentNotice.init']({ providerId: participants.provider, claimNumber: '1' });
      await client.shutdown({});
      assert.equal(await mock.ended, 0, mock.text());
      const { obligations } = readResults(mock.folder);
      const having = (wanted: string) =>
        obligations.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
      assert.deepEqual([having('failed'), having('warning')], [[], []], mock.text());
      for (const id of ['SES-01', 'OTP-01', 'DPY-04'])
        assert.ok(!['not-tested', 'inconclusive'].some((each) => having(each).includes(id)), id);
      const [, live = ''] = mock.text().split('Ctrl-C ends the mock.');
      assert.match(live, /preauth\/submit 202 /);
      assert.doesNotMatch(live, / 4\d\d \d+ ms| ! /);
      const written = parse(readFileSync(mock.target, 'utf8')) as {
        readonly services: Readonly<Record<string, string>>;
      };
      assert.equal(new URL(written.services.registry ?? '').pathname, '/own/registry/v4');
    });
});

test('the registry keeps its documented version, and a provider with an address for each operation any path', () => {
  const gateway = 'https://gateway.example';
  assert.deepEqual(servicePathsOf({ services: { gateway } }), {});
  assert.deepEqual(servicePathsOf({ services: { gateway, registry: 'https://one.example/v4' } }), {});
  assert.deepEqual(servicePathsOf({ services: { registry: 'https://one.example/a/v3' } }), {
    registry: '/a',
  });
  const provider = 'https://payer.example/hcx';
  assert.deepEqual(
    servicePathsOf({ services: { provider }, providerBases: { 'preauth.submit': provider } }),
    {},
  );
});
