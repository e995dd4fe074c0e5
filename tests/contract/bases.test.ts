import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseAddressesOf, pathBehind, withoutBasePath } from '../../support/contract/bases';

const host = 'https://sandbox.example';

test('each distinct address of the provider is listed once', () => {
  const providerBases = { 'insurancePlan.request': `${host}/a`, 'eligibility.check': `${host}/b` } as const;
  assert.deepEqual(baseAddressesOf({ services: { gateway: host, provider: `${host}/a` }, providerBases }), [
    ['gateway', host],
    ['provider', `${host}/a`],
    ['provider', `${host}/b`],
  ]);
});

test('a service that shares its address with an operation of the provider is listed too', () => {
  const providerBases = { 'insurancePlan.request': host, 'eligibility.check': `${host}/b` } as const;
  assert.deepEqual(baseAddressesOf({ services: { gateway: host, provider: host }, providerBases }), [
    ['gateway', host],
    ['provider', host],
    ['provider', `${host}/b`],
  ]);
});

test('a path loses the path of the base address of its service, and nothing else', () => {
  const bases = [
    ['registry', `${host}/r/v4/`],
    ['identity', `${host}/api`],
    ['identity', host],
  ] as const;
  const behind = (service: 'gateway' | 'identity' | 'registry', path: string) =>
    withoutBasePath(service, path, bases);
  assert.equal(behind('registry', '/r/v4/health'), '/health');
  assert.equal(behind('registry', '/r/v4'), '');
  for (const path of ['/v4/health', '/r/v40/health']) assert.equal(behind('registry', path), path);
  assert.equal(behind('identity', '/api/health'), '/health');
  assert.equal(behind('gateway', '/api/health'), '/api/health');
});

test('a path is behind a base path only at the end of a segment', () => {
  assert.equal(pathBehind('/r/v4/', '/r/v4/health'), '/health');
  assert.equal(pathBehind('/r/v4', '/r/v4'), '');
  assert.equal(pathBehind('', '/health'), '/health');
  assert.equal(pathBehind('/', '/health'), '/health');
  for (const path of ['/r/v40/health', '/r']) assert.equal(pathBehind('/r/v4', path), undefined);
});

test('if no base address is known, the registry has that of clause 9.2', () => {
  assert.equal(withoutBasePath('registry', '/v4/health', []), '/health');
  assert.equal(withoutBasePath('registry', '/v2/health', []), '/v2/health');
  assert.equal(withoutBasePath('gateway', '/v4/health', []), '/v4/health');
});
