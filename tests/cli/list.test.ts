import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';

interface Row {
  readonly id: string;
  readonly roles: readonly string[];
  readonly level: string;
  readonly applies?: boolean;
  readonly whyNot?: string;
}

async function rows(...args: string[]): Promise<Row[]> {
  const { code, stdout, stderr } = await conform(['list', '--json', ...args]);
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout) as Row[];
}

test('the list has every obligation on a line of its own, by area', async () => {
  const { code, stdout } = await conform(['list']);
  assert.equal(code, 0);
  const listed = [...stdout.matchAll(/^ {2}([A-Z]{3}-\d\d) {2}(must|should|observe) .* {2}(\S.*)$/gm)];
  assert.deepEqual(
    listed.map(([, id, level, title]) => [id, level, title]),
    contractObligations.all.map(({ id, level, title }) => [id, level, title]),
  );
  assert.match(
    stdout,
    new RegExp(`\\n${contractObligations.all.length} obligations; conform explain ID tells more of one\\n$`),
  );
});

test('role, subject, area and level narrow it, together too', async () => {
  const { all } = contractObligations;
  const ids = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);
  assert.deepEqual(ids(await rows('--role', 'hip')), ids(all.filter(({ roles }) => roles.includes('hip'))));
  assert.deepEqual(
    ids(await rows('--subject', 'service', '--area', 'otp', '--level', 'must')),
    ids(all.filter((each) => each.subject === 'service' && each.area === 'otp' && each.level === 'must')),
  );
  const none = await conform(['list', '--role', 'hip', '--subject', 'service']);
  assert.deepEqual([none.code, none.stdout], [0, 'No obligation is all of this.\n']);
});

test('with a target it tells what applies, and why the rest does not', async (t) => {
  const file = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(file, 'name: mine\nintegrator: { command: [node], roles: [session, hip] }\n');
  const listed = await rows('--target', file);
  const of = (id: string): Row | undefined => listed.find((row) => row.id === id);
  assert.equal(of('HDT-05')?.applies, true);
  assert.equal(of('SES-05')?.applies, true);
  const why = 'the target does not list the role hiu (health-data transfer as HIU)';
  assert.deepEqual([of('HDT-11')?.applies, of('HDT-11')?.whyNot], [false, why]);
  const { stdout } = await conform(['list', '--target', file]);
  assert.match(stdout, /HDT-11 .*\n +does not apply: the target does not list the role hiu \(.* as HIU\)$/m);
  assert.match(stdout, new RegExp(`\\n${listed.length} obligations: \\d+ apply to the target\\n$`));
});

test('an area that there is not is refused with those that there are', async () => {
  const { code, stderr } = await conform(['list', '--area', 'sessions']);
  assert.equal(code, 2);
  assert.match(stderr, /Allowed choices are session, headers,/);
});
