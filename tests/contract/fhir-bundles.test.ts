import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fhir } from 'fhir-validator/fhir';
import { providerBundles } from '../../support/client/integrator/payer/bundles';
import { defaultReadings } from '../../support/contract/readings';
import { payerBundles } from '../../support/mock/payer/bundles';
import type { CycleKind } from '../../support/contract/payer-facts';
import { bundleMakersUpTo } from '../../support/cases/bundle-makers';
import { TestData } from '../../support/cases/test-data';

const validator = new Fhir();
const correlationId = '0b0f63c7-6a0b-4f0c-8a3c-9a5d3f1b2c4d';
const parties = { provider: '1000000001@sbx', payer: '1000003538@sbx' };
const now = '2026-11-21T06:00:00.000Z';

/** What a validator of R4 finds wrong, in a bundle and in each resource of it. */
function problemsOf(bundle: object): string[] {
  const { entry = [] } = bundle as { entry?: { resource: object }[] };
  assert.ok(entry.length > 0, 'an empty bundle says nothing');
  return [bundle, ...entry.map(({ resource }) => resource)].flatMap((resource) => {
    const { messages } = validator.validate(resource, { errorOnUnexpected: true });
    return messages
      .filter(({ severity }) => /error|fatal/.test(String(severity)))
      .map(({ location, message }) => `${location}: ${message}`);
  });
}

const about = { correlationId, ...parties, created: now, documents: defaultReadings.documents };
const requests = [
  ['plan', providerBundles.plan(about)],
  ['eligibility', providerBundles.eligibility(about)],
  ['preauth', providerBundles.preauth(about)],
  ['claim', providerBundles.claim(about)],
  ['reply', providerBundles.reply(about)],
  ['acknowledgment', providerBundles.acknowledgment(about)],
] as const;

const cycleOf = (kind: CycleKind) =>
  ({ correlationId, kind, ...parties, workflowId: correlationId, state: 'requested' }) as const;
const callbacks = (['preauth', 'claim'] as const).flatMap((kind) =>
  Object.entries(payerBundles).map(
    ([step, make]) =>
      [`${step} of a ${kind}`, make({ cycle: cycleOf(kind), now, readings: defaultReadings })] as const,
  ),
);

/** As in a challenge: 10 MiB take the validator long. */
const largest = 64 * 1024;

describe('bundles are valid FHIR R4', () => {
  for (const [name, bundle] of requests)
    it(`of the provider: ${name}`, () => {
      assert.deepEqual(problemsOf(bundle), []);
    });
  for (const [name, bundle] of callbacks)
    it(`of the payer: ${name}`, () => {
      assert.deepEqual(problemsOf(bundle), []);
    });

  for (const [name, make] of Object.entries(bundleMakersUpTo(largest)))
    it(`of a transfer: ${name}`, () => {
      const { text, marker = assert.fail() } = make(new TestData(1), name);
      const bundle = JSON.parse(text) as { entry: { resource: { data?: string } }[] };
      assert.deepEqual(problemsOf(bundle), []);
      assert.ok(text.includes(marker));
      for (const { resource } of bundle.entry)
        assert.equal(Buffer.from(resource.data ?? '', 'base64').toString('base64'), resource.data ?? '');
    });

  it('of so many bytes as were wanted, in a transfer', () => {
    const sizes = [largest, largest + 1, largest + 2, largest + 3];
    for (const size of sizes) {
      const [text = ''] = Object.entries(bundleMakersUpTo(size)).flatMap(([name, make]) =>
        name.includes('KiB') ? [make(new TestData(1), name).text] : [],
      );
      assert.equal(Buffer.byteLength(text), size);
    }
  });

  it('and the validator sees what is not', () => {
    const claim = providerBundles.claim(about) as { entry: { resource: Record<string, unknown> }[] };
    const [first] = claim.entry;
    assert.ok(first);
    first.resource.use = 'bogus';
    delete first.resource.patient;
    assert.match(problemsOf(claim).join('; '), /use.*bogus.*patient.*Missing/);
  });

  it('and every reference leads to an entry', () => {
    for (const [name, bundle] of [...requests, ...callbacks]) {
      const known = (bundle as { entry: { fullUrl: string }[] }).entry.map(({ fullUrl }) => fullUrl);
      for (const [, reference = ''] of JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g))
        assert.ok(known.includes(reference), `${name}: ${reference}`);
    }
  });
});
