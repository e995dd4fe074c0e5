import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { conform, nodeProgram, root } from '../cli/conform';
import { comparable, readResults, temporaryFolder } from './embedded-run';

test('conform run and plain cucumber-js give the same results', async (t) => {
  const reports = [temporaryFolder(t), temporaryFolder(t)] as const;
  const own = await conform(['run', '--self-test', '--reports', reports[0]]);
  assert.equal(own.code, 0, own.stderr);

  const cucumber = join(root, 'node_modules/@cucumber/cucumber/bin/cucumber.js');
  const parameters = JSON.stringify({ reports: reports[1] });
  const plain = await nodeProgram(cucumber, ['--world-parameters', parameters], {});
  assert.equal(plain.code, 0, plain.stderr);

  const [first, second] = reports.map(readResults);
  assert.ok(first !== undefined && second !== undefined);
  assert.notEqual(first.run.id, second.run.id);
  assert.deepEqual(comparable(second), comparable(first));
  const summary = (text: string): string => text.replace(/^Report: .*$/m, '').trim();
  assert.equal(summary(plain.stdout), summary(own.stdout));
});
