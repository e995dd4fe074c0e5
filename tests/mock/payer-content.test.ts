import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PayerContent } from '../../support/contract/payer-content';
import { findUnknownPlaceholder } from '../../support/contract/payer-content';
import { defaultReadings } from '../../support/contract/readings';
import { payerBundles } from '../../support/mock/payer/bundles';
import { defaultPayerContents, withTargetContent } from '../../support/mock/payer/content';
import type { CycleKind } from '../../support/contract/payer-facts';
import { mockOptionsFor } from '../../support/run/mock-options';
import { embeddedTarget } from '../../support/run/targets';
import { eventually } from '../eventually';
import { randomUUID } from '../seed';
import { startMockWithProvider } from './payer-scene';

const parties = { provider: '1000000001@sbx', payer: '1000003538@sbx' };
const aboutOf = (kind: CycleKind) => ({
  cycle: {
    correlationId: randomUUID(),
    workflowId: randomUUID(),
    ...parties,
    kind,
    state: 'requested',
  } as const,
  now: '2026-11-21T06:00:00.000Z',
  readings: defaultReadings,
});

test("the mock's own contents, as init writes them, say what the mock says by itself", () => {
  const read = defaultPayerContents().map(([file, text]) => {
    assert.equal(findUnknownPlaceholder(text), undefined, file);
    return [file.replace('.json', ''), JSON.parse(text) as object];
  });
  const filled = withTargetContent(payerBundles, Object.fromEntries(read) as PayerContent);
  assert.equal(Object.keys(filled).length, read.length);
  for (const kind of ['preauth', 'claim'] as const)
    for (const [step, make] of Object.entries(payerBundles)) {
      const about = aboutOf(kind);
      assert.deepEqual(filled[step as keyof typeof filled](about), make(about), `${step} of a ${kind}`);
    }
});

test('placeholders are filled wherever they stand, whatever the values hold', () => {
  const query = {
    resourceType: 'Task',
    '{{use}}': ['{{ now }}', { deep: 'on {{today}} by "{{provider}}" for {{payer}}' }],
    ids: '{{providerId}} {{policyNumber}} {{workflowId}}',
    id: '{{messageId}}',
    rest: 7,
  };
  const about = aboutOf('claim');
  const provider = 'a"\\{{now}}\n$&';
  const made = () =>
    withTargetContent(payerBundles, { query }).query({
      ...about,
      cycle: { ...about.cycle, provider },
    }) as typeof query;
  const { id, ...others } = made();
  assert.deepEqual(others, {
    resourceType: 'Task',
    claim: [about.now, { deep: `on 2026-11-21 by "${provider}" for 1000003538@sbx` }],
    ids: `32722 100217 ${about.cycle.workflowId}`,
    rest: 7,
  });
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.notEqual(made().id, id);
});

test('the payer says what a target gives it, and in other steps what it says by itself', async (t) => {
  const query = {
    resourceType: 'Bundle',
    entry: [{ resource: { resourceType: 'Task', id: '{{correlationId}}' } }],
  };
  const { seams } = mockOptionsFor({ ...embeddedTarget, payerContent: { query } });
  assert.ok(seams);
  const scene = await startMockWithProvider(t, {}, { seams });
  const correlationId = randomUUID();
  await scene.send('/v1/claim/submit', correlationId);
  await scene.trigger({ action: 'Query', method: 'Claim', correlationId });
  await eventually('the query', () => scene.received.length === 1);
  const typesOf = (index: number) =>
    scene.received[index]?.bundle.entry?.map(({ resource }) => resource.resourceType);
  assert.deepEqual(scene.received[0]?.bundle.entry, [
    { resource: { resourceType: 'Task', id: correlationId } },
  ]);
  await scene.send('/v1/communication/on_request', correlationId);
  await eventually('the decision', () => scene.received.length === 2);
  assert.deepEqual(typesOf(1)?.[0], 'ClaimResponse');
});
