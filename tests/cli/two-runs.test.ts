import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Exchange } from '../../support/exchange/exchange';
import { finishRun, overallVerdictTexts } from '../report/embedded-run';
import { linesIn } from '../recorded-lines';

const processesIn = (folder: string): (string | undefined)[] => {
  const lines = linesIn(join(folder, 'recording.jsonl'));
  return [...new Set(lines.map((line) => (JSON.parse(line) as Exchange).clientInstance))];
};

const ofIntegrator = (t: TestContext) => finishRun(t, { subjects: ['integrator'], only: ['SES-01'] });
const ofService = (t: TestContext) => finishRun(t, { only: ['SES-05'] });

function assertApart({ results: one }: Awaited<ReturnType<typeof ofService>>, other: typeof one): void {
  assert.notEqual(one.run.id, other.run.id);
  assert.deepEqual([one.run.subjects, other.run.subjects], [['service'], ['integrator']]);
  assert.deepEqual([one.run.faults, other.run.faults], [[], []]);
  assert.deepEqual(overallVerdictTexts(one), { service: 'no failure' });
  assert.deepEqual(overallVerdictTexts(other), { integrator: 'no failure' });
}

describe('two runs in one process', () => {
  it('see nothing of each other, one after the other', async (t) => {
    const [first, service, again] = [await ofIntegrator(t), await ofService(t), await ofIntegrator(t)];
    assertApart(service, first.results);
    // Whatever is numbered in a run begins anew.
    assert.deepEqual(processesIn(again.folder), processesIn(first.folder));
    assert.ok(processesIn(again.folder).includes('process-1'));
    assert.equal(again.results.exchanges, first.results.exchanges);
  });

  it('see nothing of each other, both at once', async (t) => {
    const [service, integrator] = await Promise.all([ofService(t), ofIntegrator(t)]);
    assertApart(service, integrator.results);
    assert.deepEqual(processesIn(service.folder), [undefined]);
    assert.ok(processesIn(integrator.folder).includes('process-1'));
  });
});
