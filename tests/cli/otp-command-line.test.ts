import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otpCommandLine } from '../../support/cli/doctor/outlook';

test('a program is found on the PATH by the name that Windows gives it', (t) => {
  const { PATH } = process.env;
  t.after(() => {
    delete process.env.Path;
    process.env.PATH = PATH;
  });
  delete process.env.PATH;
  process.env.Path = PATH;
  assert.equal(otpCommandLine({ command: ['sh'], cwd: '.' }).state, 'good');
});
