import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { commands as withoutUi } from '../../support/cli/commands';
import { startMock } from '../../support/library';
import { uiCommand } from '../../support/ui/command';
import { profileKeyVariable } from '../../support/targets/profile-key';
import { temporaryFolder } from '../report/embedded-run';
import { rightProfile, signedFiles } from '../targets/field-profile-files';
import { joinLines } from '../targets/target-files';
import { conform } from './conform';

const commands = [...withoutUi, uiCommand];

const flagsOf = (name: string): string[] =>
  commands.filter((each) => each.name === name).flatMap(({ options }) => options.map(([flags]) => flags));

/** A folder with a target that extends a signed profile, and the operator's key. */
function folderOf(t: TestContext): string {
  const folder = temporaryFolder(t);
  const files = {
    ...signedFiles(rightProfile),
    'target.yaml': joinLines('name: a', 'extends: ./ours.yaml', 'integrator: { manual: true }'),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('each command with a target, and verify, has --profile-key', () => {
  const named = (flags: string) =>
    commands.filter(({ name }) => flagsOf(name).includes(flags)).map(({ name }) => name);
  assert.deepEqual(named('--profile-key <file>').sort(), [...named('--target <file>'), 'verify'].sort());
});

test('the key of a profile comes from the option, relative to the current folder, or from the variable', async (t) => {
  const cwd = folderOf(t);
  const listing = ['list', '--json', '--target', 'target.yaml'];
  const without = await conform(listing, { cwd, env: { [profileKeyVariable]: undefined } });
  assert.deepEqual([without.code, without.stdout], [2, '']);
  assert.match(
    without.stderr,
    /^error: target\.yaml:2: extends names \.\/ours\.yaml, whose signature cannot be checked without .* — .*--profile-key.*\n$/,
  );
  const byOption = await conform([...listing, '--profile-key', 'operator.pem'], { cwd });
  assert.deepEqual([byOption.code, byOption.stderr], [0, '']);
  const byVariable = await conform(listing, {
    cwd,
    env: { [profileKeyVariable]: join(cwd, 'operator.pem') },
  });
  assert.deepEqual([byVariable.code, byVariable.stdout], [0, byOption.stdout]);
  const instead = await conform([...listing, '--profile-key', 'operator.pem'], {
    cwd,
    env: { [profileKeyVariable]: '/nowhere.pem' },
  });
  assert.equal(instead.code, 0);
  const none = await conform([...listing, '--profile-key', 'none.pem'], { cwd });
  assert.equal(none.code, 2);
  assert.match(none.stderr, /none\.pem: --profile-key \(CONFORM_PROFILE_KEY\) cannot be read \(ENOENT\)/);
});

test('contract, which loads the target as a mock does, has the key', async (t) => {
  const cwd = folderOf(t);
  const { code, stderr } = await conform(
    ['contract', '--target', 'target.yaml', '--profile-key', 'operator.pem', '--openapi', join(cwd, 'api')],
    { cwd },
  );
  assert.deepEqual([code, stderr], [0, '']);
});

test('the library has the key as an option, and in its environment', async (t) => {
  const folder = folderOf(t);
  const [target, profileKey] = [join(folder, 'target.yaml'), join(folder, 'operator.pem')];
  await assert.rejects(startMock({ target, environment: { [profileKeyVariable]: undefined } }), /signature/);
  for (const given of [{ profileKey }, { environment: { [profileKeyVariable]: profileKey } }]) {
    const mock = await startMock({ target, ...given });
    await mock.close();
  }
});
