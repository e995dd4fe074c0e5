import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TargetHosts } from '../../support/contract/target-hosts';

const target = new TargetHosts({
  services: { gateway: 'https://gw.example/base', identity: 'https://id.example:8443' },
});

/** Whether an address is that of the target, that of another system, or neither for certain. */
const placeOf = (address: string, hosts = target): string =>
  hosts.servicesAt(address).length > 0 ? 'target' : hosts.isOther(address) ? 'other' : 'unknown';

describe('the host of a recorded address', () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    target: [
      'https://gw.example',
      'https://gw.example:443/base/api',
      'http://gw.example:80',
      'https://GW.Example/another/base',
      'https://gw.example.',
      'https://id.example:8443',
    ],
    other: ['https://gw.elsewhere.example', 'https://sub.gw.example', 'https://gw.example.com'],
    unknown: [
      // The target's host with another port: a gateway may log the port behind its load balancer.
      'https://gw.example:9443',
      'https://id.example',
      'http://127.0.0.1:8080',
      'http://localhost:8080',
      'http://[::1]:8080',
      'https://10.0.0.7',
      'https://203.0.113.7',
      'https://[2001:db8::7]',
      'http://gateway:8080',
      'http://gateway.prod.svc.cluster.local',
      'http://gateway.internal',
      'https://unknown.invalid',
      'https://(name,18,~TegWjQb-4hnxWN)',
      'https://-',
      'no address',
    ],
  };

  for (const [place, addresses] of Object.entries(spellings))
    for (const address of addresses)
      it(`${address} is ${place === 'target' ? "the target's" : place}`, () => {
        assert.equal(placeOf(address), place);
      });

  it("is the target's under each name of this machine, with the same port alone", () => {
    const local = new TargetHosts({ services: { gateway: 'http://localhost:8080' } });
    const addresses = [
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
      'http://127.0.0.1:9090',
      'https://gw.example',
    ];
    assert.deepEqual(
      addresses.map((address) => placeOf(address, local)),
      ['target', 'target', 'unknown', 'other'],
    );
  });

  it('is compared with the address of each operation of the provider', () => {
    const bases = { 'claim.submit': 'https://claims.example', 'preauth.submit': 'https://preauth.example/p' };
    const hosts = new TargetHosts({ services: { provider: 'https://claims.example' }, providerBases: bases });
    assert.deepEqual(
      ['https://claims.example', 'https://preauth.example', 'https://gw.example'].map((each) =>
        placeOf(each, hosts),
      ),
      ['target', 'target', 'other'],
    );
  });

  it('is compared with nothing if the target names no address', () => {
    const hosts = new TargetHosts({ services: {} });
    assert.deepEqual([hosts.isEmpty, placeOf('https://gw.example', hosts)], [true, 'unknown']);
  });
});
