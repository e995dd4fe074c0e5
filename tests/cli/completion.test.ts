import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { conform, root } from './conform';

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await conform(['completion', shell]);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
}

/** Why a test is left out where a shell is not at hand. */
const without = (shell: string): string | false =>
  spawnSync(shell, ['-c', 'exit 0']).status === 0 ? false : `no ${shell}: apt-get install ${shell}`;

/** What bash offers for the last of some words. */
function offered(script: string, ...words: string[]): string[] {
  const act = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _conform; printf "%s\\n" "${COMPREPLY[@]}"';
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${act}`, 'bash', 'conform', ...words], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return stdout.split('\n').filter((line) => line !== '');
}

const ids = contractObligations.all.map(({ id }) => id);

test(
  'bash completes commands, options, ids, roles, choices and paths',
  { skip: without('bash') },
  async () => {
    const script = await scriptFor('bash');
    const cases: readonly (readonly [words: string[], wanted: readonly string[]])[] = [
      [['expl'], ['explain']],
      [['run', '--failed'], ['--failed-only']],
      [['run', '--only', 'hdr-0'], ids.filter((id) => id.startsWith('HDR-0'))],
      [['run', '--only', 'SES-01,ver'], ['SES-01,VER-01']],
      [['explain', 'LIM'], ['LIM-01']],
      [['explain', 'HDR-05', 'LIM'], ['LIM-01']],
      [
        ['list', '--role', 'hi'],
        ['hip', 'hiu'],
      ],
      [
        ['init', '--role', 'hip,hi'],
        ['hip,hip', 'hip,hiu'],
      ],
      [
        ['list', '--level', ''],
        ['must', 'should', 'observe'],
      ],
      [
        ['completion', ''],
        ['bash', 'zsh', 'fish'],
      ],
      [['run', '--target', 'CHANGE'], ['CHANGELOG.md']],
      [['run', '--reports', 'suppo'], ['support']],
      [['run', '--seed', ''], []],
    ];
    for (const [words, wanted] of cases) assert.deepEqual(offered(script, ...words), wanted, words.join(' '));
  },
);

test('every command and every option of --help can be completed', { skip: without('bash') }, async () => {
  const script = await scriptFor('bash');
  const { stdout: help } = await conform(['--help']);
  const [, list = ''] = /Commands:\n((?: .*\n)+)/.exec(help) ?? [];
  const commands = [...list.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  const known = offered(script, '');
  for (const name of commands.filter((each) => each !== 'help')) {
    assert.ok(known.includes(name), name);
    const { stdout } = await conform([name, '--help']);
    const told = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, long]) => long);
    const completed = offered(script, name, '--');
    for (const option of told) assert.ok(completed.includes(option ?? ''), `${name} ${option ?? ''}`);
  }
});

for (const [shell, check] of [
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
] as const) {
  test(`${shell} can read its script`, { skip: without(shell) }, async () => {
    const { status, stderr } = spawnSync(shell, [...check, '/dev/stdin'], {
      input: await scriptFor(shell),
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
  });

  test(`the script for ${shell} names every command, and every id where ids go`, async () => {
    const script = await scriptFor(shell);
    for (const name of ['run', 'explain', 'completion', 'doctor'])
      assert.match(script, new RegExp(`\\b${name}\\b`));
    for (const id of ids) assert.ok(script.includes(id), id);
    assert.match(script, /failed-only/);
  });
}

test('another shell is refused with those that there are', async () => {
  const { code, stderr } = await conform(['completion', 'tcsh']);
  assert.equal(code, 2);
  assert.match(stderr, /Allowed choices are bash, zsh, fish/);
});
