import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { conform } from './conform';
import { assertSpeaks, assertUntouched, folderWith, integratorOf, skipOf, textIn } from './project-folder';

function go(cwd: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('go', args, { cwd, encoding: 'utf8', timeout: 180_000 });
  assert.equal(status, 0, `go ${args.join(' ')}\n${stdout}${stderr}`);
}

const clientInGo = {
  'go.mod': 'module example.com/clinic\n\ngo 1.19\n',
  'client.go': 'package client\n\n// A is here for the test.\nfunc A() int { return 1 }\n',
  'client_test.go':
    'package client\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tif A() != 1 {\n\t\tt.Fatal()\n\t}\n}\n',
};

describe('conform init --language go in a Go module', { skip: skipOf('go') }, () => {
  it('writes a package of its own, and the module builds and passes its tests as before', async (t) => {
    const cwd = folderWith(t, clientInGo);
    const { code, stdout } = await conform(['init', '--language', 'go'], { cwd });
    assert.equal(code, 0);
    assertUntouched(cwd, clientInGo);
    assert.deepEqual(integratorOf(cwd).command, ['go', 'run', './conform-adapter']);
    assert.match(stdout, /adapter --check go run \.\/conform-adapter\n.*conform-adapter[/\\]adapter\.go/);
    assert.match(textIn(cwd, 'conform-adapter/adapter.go'), /^\/\/\s+npx .* go run \.\/conform-adapter$/m);
    assert.ok(!existsSync(join(cwd, 'conform-adapter/go.mod')) && !existsSync(join(cwd, 'adapter.go')));
    for (const command of ['build', 'vet', 'test']) go(cwd, command, './...');
    await assertSpeaks(cwd);
  });

  it('uses the import path of a folder inside the module', async (t) => {
    const cwd = folderWith(t, clientInGo);
    await conform(['init', '--language', 'go', '--out', 'test/sandbox/my.yaml'], { cwd });
    const stub = textIn(cwd, 'test/sandbox/conform-adapter/adapter.go');
    assert.match(stub, /^import "example\.com\/clinic\/test\/sandbox\/conform-adapter\/gatewayadapter"$/m);
    go(cwd, 'vet', './...');
  });

  for (const [what, files, variables] of [
    ['the module is for an older Go', { ...clientInGo, 'go.mod': 'module clinic\n\ngo 1.16\n' }, undefined],
    ['there is no go.mod beside the Go files', { 'client.go': 'package client\n' }, undefined],
    [
      'only a workspace is there',
      { 'go.work': 'go 1.19\n\nuse ./a\n', 'a/go.mod': 'module a\n\ngo 1.19\n', 'a/a.go': 'package a\n' },
      { GOWORK: 'off' },
    ],
  ] as const)
    it(`writes a module of its own into a folder of its own if ${what}`, async (t) => {
      const cwd = folderWith(t, files);
      const { stdout } = await conform(['init', '--language', 'go'], { cwd });
      assertUntouched(cwd, files);
      const { command, cwd: start, env: variablesOfCommand } = integratorOf(cwd);
      assert.deepEqual([command, start], [['go', 'run', '.'], './conform-adapter']);
      assert.deepEqual(variablesOfCommand, variables);
      assert.match(
        stdout,
        /\(cd conform-adapter && npx conform adapter --check (env GOWORK=off )?go run \.\)/,
      );
      await assertSpeaks(cwd);
    });

  it('leaves a folder of that name alone, and finds its own adapter again', async (t) => {
    const files = { ...clientInGo, 'conform-adapter/main.go': 'package main\n\nfunc main() {}\n' };
    const cwd = folderWith(t, files);
    await conform(['init', '--language', 'go'], { cwd });
    const stub = join(cwd, 'conform-adapter-2/adapter.go');
    writeFileSync(stub, `${readFileSync(stub, 'utf8')}\n// completed\n`);
    await conform(['init', '--language', 'go', '--out', 'other.yaml'], { cwd });
    assertUntouched(cwd, files);
    for (const target of ['target.yaml', 'other.yaml'])
      assert.deepEqual(integratorOf(cwd, target).command, ['go', 'run', './conform-adapter-2']);
    assert.match(readFileSync(stub, 'utf8'), /\/\/ completed$/m);
    go(cwd, 'build', './...');
  });
});
