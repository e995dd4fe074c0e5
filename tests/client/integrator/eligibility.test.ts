import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendExactRequest } from '../../mock/ask';
import { bodyOf, assertFails, requireValue, header, headerNames, setUpIntegrator } from './scene';

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an eligibility check is sent, and answered by a callback', async (t) => {
  const { mock, integrator, callbackUrl, seen, logged } = await setUpIntegrator(t);
  mock.cycles.callbackUrl = callbackUrl;
  const { correlationId } = await integrator['eligibility.check']({});
  await mock.cycles.settled(correlationId);
  assert.deepEqual(
    mock.cycles.attempts.map(({ status }) => status),
    [202],
  );
  assert.deepEqual(await integrator['cycle.get']({ correlationId }), { state: 'answered', callbacks: 1 });
  assert.ok(logged.includes('callback 202'));
  const [keys] = seen('jwks');
  assert.match(header(requireValue(keys), 'Authorization') ?? '', /^Bearer /);
  assert.match(header(requireValue(keys), 'REQUEST-ID') ?? '', uuidV4);
});

test('it carries the headers of the payer protocol, and a bundle for the test policy', async (t) => {
  const { integrator, clock, seen } = await setUpIntegrator(t);
  const { correlationId } = await integrator['eligibility.check']({});
  const [request] = seen('eligibility.check');
  const sent = requireValue(request);
  assert.deepEqual([sent.request.method, sent.request.url], ['POST', '/v1/coverageeligibility/check']);
  const wanted = {
    'x-hcx-sender_code': '1000000001@sbx',
    'x-hcx-recipient_code': '1000003538@sbx',
    'x-hcx-correlation_id': correlationId,
    'x-hcx-timestamp': new Date(clock.now()).toISOString(),
    'x-hcx-status': 'request.initiated',
    'content-type': 'application/json',
  };
  for (const [name, value] of Object.entries(wanted)) assert.equal(header(sent, name), value, name);
  const ids = ['correlation_id', 'api_call_id', 'request_id', 'workflow_id'].map(
    (name) => header(sent, `x-hcx-${name}`) ?? '',
  );
  assert.equal(new Set(ids).size, 4);
  for (const id of ids) assert.match(id, uuidV4);
  assert.match(header(sent, 'Authorization') ?? '', /^Bearer /);
  assert.ok(!headerNames(sent).includes('request-id'));
  assertBundle(bodyOf(sent));
});

interface Resource {
  readonly resourceType: string;
  readonly identifier?: readonly { readonly value: string }[];
}

function assertBundle(value: unknown): void {
  const bundle = value as { resourceType: string; entry: { fullUrl: string; resource: Resource }[] };
  assert.equal(bundle.resourceType, 'Bundle');
  const valuesOf = (type: string) =>
    bundle.entry
      .filter(({ resource }) => resource.resourceType === type)
      .flatMap(({ resource }) => resource.identifier?.map((each) => each.value) ?? []);
  assert.equal(bundle.entry[0]?.resource.resourceType, 'CoverageEligibilityRequest');
  assert.ok(valuesOf('Organization').includes('32722'));
  assert.deepEqual(valuesOf('Coverage'), ['100217']);
  const known = new Set(bundle.entry.map(({ fullUrl }) => fullUrl));
  const references = JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g);
  for (const [, reference = ''] of references) assert.ok(known.has(reference), reference);
}

test('every check has a correlation id of its own', async (t) => {
  const { integrator } = await setUpIntegrator(t);
  const [one, other] = [await integrator['eligibility.check']({}), await integrator['eligibility.check']({})];
  assert.notEqual(one.correlationId, other.correlationId);
});

test('a check that is not taken leaves no cycle behind', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t, {
    handlers: { 'eligibility.check': () => ({ status: 400 }) },
  });
  await assertFails(() => integrator['eligibility.check']({}), /status 400/);
  const [request] = seen('eligibility.check');
  const correlationId = header(requireValue(request), 'x-hcx-correlation_id') ?? '';
  await assertFails(() => integrator['cycle.get']({ correlationId }), /no cycle/);
});

test('it is offered where there is a provider base', async (t) => {
  const offering = await setUpIntegrator(t);
  assert.ok(offering.capabilities.includes('eligibility.check'));
  const { gateway, identity, registry, dummyPayer } = offering.mock.urls;
  const params = { services: { gateway, identity, registry, dummyPayer } };
  const { capabilities } = await setUpIntegrator(t, { params });
  assert.ok(!capabilities.includes('eligibility.check') && !capabilities.includes('cycle.get'));
});

test('the callback address is gone after shutdown', async (t) => {
  const { integrator, callbackUrl } = await setUpIntegrator(t);
  await integrator.shutdown({});
  await assert.rejects(
    sendExactRequest(`${callbackUrl}/v1/coverageeligibility/on_check`, { method: 'POST' }),
    /ECONNREFUSED/,
  );
});
