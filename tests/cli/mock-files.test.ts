import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseFolder, requireOwnEnvFile, writeEnvFile } from '../../support/cli/mock-files';
import { temporaryFolder } from '../report/embedded-run';

// In a container each mock has the number 1, also after one that was killed.
test('what a mock of the same number left is taken over, and what another one holds is not', (t) => {
  const folder = temporaryFolder(t);
  const [claim, variables] = [join(folder, 'mock.pid'), join(folder, 'mock.env')];
  writeFileSync(claim, String(process.pid));
  assert.equal(chooseFolder(folder), folder);
  writeEnvFile(variables, [['TEST_OTP', '123456']]);
  requireOwnEnvFile(variables);

  writeFileSync(claim, String(process.ppid));
  assert.throws(() => chooseFolder(folder), /holds the files of another mock, process/);
  writeFileSync(variables, `# Test credentials of conform mock, process ${process.ppid}\n`);
  assert.throws(() => {
    requireOwnEnvFile(variables);
  }, /is of another mock, process/);
});
