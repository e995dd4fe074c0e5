// Run with node --test. The mock judges the client's requests, and its findings become the assertion's message.
import { afterEach, beforeEach, test } from 'node:test';
import { expectConformance, startMock } from 'gateway-conformance';
import { GatewayClient } from './client.mjs';

let mock;
beforeEach(async () => {
  mock = await startMock();
});
afterEach(() => mock.close());

const client = () =>
  new GatewayClient({ gateway: mock.services.gateway, credentials: mock.credentials, cmId: mock.cmId });

test('a session is requested as the contract says', async () => {
  await client().createSession();
  expectConformance(mock);
});

test('each request has an id and a time of its own', async () => {
  const asking = client();
  await asking.createSession();
  await asking.createSession();
  expectConformance(mock, { only: ['HDR-03', 'HDR-05', 'HDR-06'] });
});
