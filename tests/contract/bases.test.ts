import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseAddressesOf } from '../../support/contract/bases';

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
