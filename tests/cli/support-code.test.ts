import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runFeatures } from '../../support/cli/cucumber/run-features';
import { swallow } from '../../support/cli/print';

/** Ids of the step definitions that one dry run of a feature had. */
async function stepDefinitionIds(): Promise<string[]> {
  const ids: string[] = [];
  await runFeatures(
    { paths: ['features/session/*.feature'], dryRun: true },
    { stdout: swallow(), stderr: swallow() },
    ({ stepDefinition }) => {
      if (stepDefinition !== undefined) ids.push(stepDefinition.id);
    },
  );
  return ids;
}

describe('support code', () => {
  it('is loaded once in a process: a second run has the very same step definitions', async () => {
    const first = await stepDefinitionIds();
    assert.ok(first.length > 50);
    assert.equal(new Set(first).size, first.length);
    assert.deepEqual(await stepDefinitionIds(), first);
  });
});
