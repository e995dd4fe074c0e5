import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadTarget } from '../../support/run/targets';
import { conform, root } from './conform';
import type { Files } from './project-folder';
import { assertSpeaks, assertUntouched, folderWith, integratorOf, skipOf, textIn } from './project-folder';

const workflow = '.github/workflows/conformance.yml';

const esModule = { 'package.json': '{"type":"module"}\n' };

const projects: readonly (readonly [
  language: string,
  what: string,
  files: Files,
  command: readonly string[],
])[] = [
  ['node', 'an ES module', esModule, ['node', 'adapter.cjs']],
  ['node', 'an adapter', { 'adapter.cjs': '//\n' }, ['node', 'conform-adapter.cjs']],
  [
    'node',
    'an adapter and a library',
    { 'adapter.cjs': '//\n', 'conform-adapter.cjs': '//\n', 'gateway-adapter.cjs': '//\n' },
    ['node', 'conform-adapter-2.cjs'],
  ],
  ['python', 'an adapter', { 'adapter.py': 'print(1)\n' }, ['python3', 'conform_adapter.py']],
  [
    'python',
    'an adapter that only mentions a gateway adapter',
    { 'adapter.py': '# The gateway_adapter of our clinic.\nclass GatewayAdapter:\n    pass\n' },
    ['python3', 'conform_adapter.py'],
  ],
  [
    'python',
    'an adapter that serves something else',
    { 'adapter.py': '# like "from gateway_adapter import serve"\ndef serve(port):\n    pass\nserve(80)\n' },
    ['python3', 'conform_adapter.py'],
  ],
  [
    'node',
    'an adapter that imports a gateway adapter of its own and does not serve it',
    {
      'adapter.cjs': "const own = require('./gateway-adapter.cjs');\nown.run();\n",
      'gateway-adapter.cjs': '//\n',
    },
    ['node', 'conform-adapter.cjs'],
  ],
  [
    'php',
    'an adapter with a class of that name',
    { 'adapter.php': '<?php\nfinal class GatewayAdapter { function serve() {} }\n' },
    ['php', 'conform-adapter.php'],
  ],
  [
    'python',
    'a package named as the library',
    { 'gateway_adapter/__init__.py': '' },
    ['python3', 'adapter.py'],
  ],
  ['php', 'an adapter', { 'adapter.php': '<?php\n' }, ['php', 'conform-adapter.php']],
  [
    'php',
    'a library',
    { 'GatewayAdapter.php': '<?php\n\ndeclare(strict_types=1);\n', 'composer.json': '{}\n' },
    ['php', 'adapter.php'],
  ],
  [
    'java',
    'a Maven project, and Java files that need a library',
    { 'pom.xml': '<project/>\n', 'Json.java': 'import org.example.Missing;\n' },
    ['java', 'conform-adapter/Run.java', 'conform-adapter/Adapter.java'],
  ],
  [
    'typescript',
    'a tsconfig.json that includes every file',
    { ...esModule, 'tsconfig.json': '{}\n' },
    ['node', '.conform-adapter/adapter.mts'],
  ],
  ['typescript', 'an adapter', { 'adapter.mts': 'export {};\n' }, ['node', '.conform-adapter/adapter.mts']],
];

describe('conform init --language in a project', () => {
  for (const [language, what, files, command] of projects)
    it(`writes ${language} files that run beside ${what}`, { skip: skipOf(language) }, async (t) => {
      const cwd = folderWith(t, files);
      const { code, stdout } = await conform(['init', '--language', language], { cwd });
      assert.equal(code, 0);
      assertUntouched(cwd, files);
      assert.deepEqual(integratorOf(cwd).command, command);
      assert.match(stdout, new RegExp(`adapter --check ${command.join(' ').replaceAll('.', '\\.')}\n`));
      const stub = command.at(-1) ?? '';
      assert.match(stdout, new RegExp(`connect session\\.create in ${stub.replaceAll('.', '\\.')} `));
      assert.ok(textIn(cwd, stub).includes(`--check ${command.join(' ')}`));
      assert.ok(!(stub in files));
      await assertSpeaks(cwd);
    });

  it('writes a Go package into a folder of its own if the folder has Go files, without running it', async (t) => {
    const files = { 'go.mod': 'module "example.com/clinic"\n\ngo 1.21.3\n', 'main.go': 'package main\n' };
    const cwd = folderWith(t, files);
    await conform(['init', '--language', 'go'], { cwd });
    assertUntouched(cwd, files);
    assert.deepEqual(integratorOf(cwd).command, ['go', 'run', './conform-adapter']);
    const stub = textIn(cwd, 'conform-adapter/adapter.go');
    assert.match(stub, /^import "example\.com\/clinic\/conform-adapter\/gatewayadapter"$/m);
    for (const file of ['adapter.go', 'conform-adapter/go.mod'])
      assert.ok(!existsSync(join(cwd, file)), file);
  });

  it('chooses another folder if a file has the name of the folder', async (t) => {
    const files = { 'pom.xml': '<project/>\n', 'conform-adapter': 'a program\n' };
    const cwd = folderWith(t, files);
    assert.equal((await conform(['init', '--language', 'java'], { cwd })).code, 0);
    assertUntouched(cwd, files);
    assert.ok(existsSync(join(cwd, 'conform-adapter-2/Adapter.java')));
  });

  it('keeps an adapter that the user completed, and starts it', { skip: skipOf('python') }, async (t) => {
    const cwd = folderWith(t, {});
    await conform(['init', '--language', 'python', '--role', 'session'], { cwd });
    const completed = textIn(cwd, 'adapter.py').replace('"my-client"', '"completed"');
    writeFileSync(join(cwd, 'adapter.py'), completed);
    await conform(['init', '--language', 'python', '--role', 'hip', '--out', 'hip.yaml'], { cwd });
    assertUntouched(cwd, { 'adapter.py': completed });
    assert.deepEqual(integratorOf(cwd, 'hip.yaml').command, ['python3', 'adapter.py']);
  });

  for (const language of ['go', 'java', 'node', 'php', 'python', 'typescript'])
    it(`finds its adapter in ${language} again, although the user completed it, without running it`, async (t) => {
      const cwd = folderWith(t, {});
      await conform(['init', '--language', language, '--role', 'session'], { cwd });
      const { command } = integratorOf(cwd);
      const stub = language === 'go' ? 'adapter.go' : (command.at(-1) ?? '');
      const completed = textIn(cwd, stub).replace('my-client', 'completed').replace('adapter --check', '');
      writeFileSync(join(cwd, stub), completed);
      await conform(['init', '--language', language, '--role', 'hip', '--out', 'hip.yaml'], { cwd });
      assertUntouched(cwd, { [stub]: completed });
      assert.deepEqual(integratorOf(cwd, 'hip.yaml').command, command);
    });

  it('leaves no file for the tsc of a TypeScript project to find', async (t) => {
    const config = '{"compilerOptions":{"noEmit":true,"types":[]}}\n';
    const cwd = folderWith(t, { 'tsconfig.json': config, 'index.ts': 'export const a = 1;\n' });
    await conform(['init', '--language', 'typescript'], { cwd });
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', cwd, '--listFilesOnly'], { encoding: 'utf8' });
    assert.match(stdout, /index\.ts/);
    assert.doesNotMatch(stdout, /adapter/);
  });
});

describe('conform init where a target file is', () => {
  it('replaces the file that plain init wrote, and names the files that are no longer needed', async (t) => {
    const cwd = folderWith(t, {});
    await conform(['init'], { cwd });
    const { code, stdout } = await conform(['init', '--language', 'python', '--role', 'hip'], { cwd });
    assert.equal(code, 0);
    assert.deepEqual(integratorOf(cwd), { command: ['python3', 'adapter.py'], roles: ['hip'] });
    assert.match(stdout, /^Wrote target\.yaml, adapter\.py, /m);
    assert.match(stdout, /^No longer needed: adapter\.cjs, gateway-adapter\.cjs, sender\.cjs\.$/m);
  });

  it('also replaces the file if the template names another adapter, or if git changed its line endings', async (t) => {
    const cwd = folderWith(t, { 'adapter.cjs': '//\n' });
    await conform(['init'], { cwd });
    const file = join(cwd, 'target.yaml');
    assert.match(readFileSync(file, 'utf8'), /^# {3}command: \[node, conform-adapter\.cjs\]/m);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    await conform(['init', '--role', 'session'], { cwd });
    assert.deepEqual(integratorOf(cwd).command, ['node', 'conform-adapter.cjs']);
  });

  it('keeps an edited file, and prints the lines to add, which start the adapter', async (t) => {
    const cwd = folderWith(t, {});
    const edited = 'name: mine\nenvironment: sandbox\n';
    writeFileSync(join(cwd, 'target.yaml'), edited);
    const { code, stdout } = await conform(['init', '--language', 'php', '--role', 'session,provider'], {
      cwd,
    });
    assert.equal(code, 0);
    assertUntouched(cwd, { 'target.yaml': edited });
    assert.match(stdout, /^Wrote adapter\.php, GatewayAdapter\.php, /m);
    const lines = /^Kept target\.yaml, which is there already\. Add these lines .*:\n\n([^]*?)\n\n/m.exec(
      stdout,
    )?.[1];
    writeFileSync(join(cwd, 'target.yaml'), `${edited}${lines ?? ''}\n`);
    const target = loadTarget(join(cwd, 'target.yaml'), {});
    assert.deepEqual(integratorOf(cwd).command, ['php', 'adapter.php']);
    assert.deepEqual(target.roles, ['session', 'provider']);
    assert.ok(target.payerContent !== undefined);

    const again = await conform(['init', '--language', 'php', '--role', 'session,provider'], { cwd });
    assert.match(again.stdout, /^Kept target\.yaml, which starts this adapter already\.$/m);
    const other = await conform(['init', '--language', 'node'], { cwd });
    assert.match(
      other.stdout,
      /^integrator: {3}# this member is there already: change it\n {2}command: \[node, /m,
    );
    assert.doesNotMatch(other.stdout, /^mock:/m);
  });

  for (const [what, text] of [
    ['is not YAML', 'name: [\n'],
    ['is empty', ''],
    ['is another YAML', '- 1\n'],
  ] as const)
    it(`keeps a file that ${what}`, async (t) => {
      const cwd = folderWith(t, { 'target.yaml': text });
      const { code, stdout } = await conform(['init', '--language', 'node'], { cwd });
      assert.equal(code, 0);
      assert.match(stdout, /^integrator:\n/m);
      assertUntouched(cwd, { 'target.yaml': text });
    });

  it('refuses the file without --language and --role, and a folder of its name', async (t) => {
    const cwd = folderWith(t, { 'target.yaml': 'name: mine\n', 'sub/target.yaml/a.txt': '' });
    for (const args of [[], ['--out', 'sub/target.yaml', '--language', 'python']]) {
      const { code, stderr } = await conform(['init', ...args], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, /^error: \S*target\.yaml: is there already and is left alone — .*--out\n$/);
    }
    assert.ok(!existsSync(join(cwd, 'adapter.cjs')) && !existsSync(join(cwd, 'sub/adapter.py')));
  });

  it('leaves the file of a CI job alone', async (t) => {
    const files = { [workflow]: 'mine\n' };
    const cwd = folderWith(t, files);
    const { code, stdout } = await conform(['init', '--language', 'node'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^Left alone what was there: \.github\/workflows\/conformance\.yml\.$/m);
    assertUntouched(cwd, files);
  });
});
