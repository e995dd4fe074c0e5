import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { templateText } from '../../support/run/targets';
import { withSchemaComment } from '../../support/targets/with-schema-comment';
import { temporaryFolder } from '../report/embedded-run';
import type { ProgramResult } from './conform';
import { conform, conformProcess, root } from './conform';
import { earlierReports } from './targets';

/** Exit code 2 and one line that says what is wrong; nothing of the program's inside. */
function refusedInOneLine({ code, stdout, stderr }: ProgramResult, telling: RegExp): void {
  assert.deepEqual([code, stdout], [2, ''], stderr);
  const lines = stderr.trimEnd().split('\n');
  assert.equal(lines.length, 1, stderr);
  assert.match(stderr, /^error: /);
  assert.match(stderr, telling);
  assert.doesNotMatch(stderr, /^\s+at |node_modules|node:internal|\.ts:\d+/m);
}

const usage: Readonly<Record<string, readonly [readonly string[], RegExp]>> = {
  'an unknown command': [['certify'], /unknown command 'certify'/],
  'an unknown option': [['run', '--frobnicate'], /unknown option '--frobnicate'/],
  'an argument too many': [['run', 'target.yaml'], /too many arguments/],
  'an option without its value': [['run', '--target'], /argument missing/],
  'an unknown subject': [['run', '--subject', 'payer'], /'payer' is invalid.*service, integrator/],
  'an unknown obligation': [
    ['run', '--only', 'SES-99'],
    /--only SES-99: unknown obligation — did you mean SES-09\?/,
  ],
  'an obligation that is only begun': [['run', '--only', 'ses-0'], /ses-0: unknown obligation/],
  'an obligation of the other subject': [
    ['run', '--self-test', '--subject', 'integrator', '--only', 'SES-05'],
    /SES-05 is about the service — name the subject with --subject/,
  ],
  'a target that is not there': [
    ['run', '--target', 'nowhere.yaml'],
    /nowhere\.yaml: there is no such file — check the path, or make one with: npx conform init$/m,
  ],
  'no target, and no target.yaml': [
    ['run'],
    /^error: run needs a target, and this folder holds no target\.yaml — conform init writes one, --target names another, --self-test /,
  ],
  'ids without a target': [['run', '--only', 'SES-05'], /run needs a target/],
  'a night without a target': [['run', '--profile', 'nightly'], /run needs a target/],
  'a target that the environment left empty': [
    ['run', '--target', ''],
    /--target is empty — is the variable set/,
  ],
  'a self-test of a target': [
    ['run', '--self-test', '--target', 'target.yaml'],
    /'--self-test' cannot be used with option '--target <file>'/,
  ],
  'a self-test in a container': [
    ['run', '--self-test', '--container'],
    /'--container' cannot be used with option '--self-test'/,
  ],
  'no target for the doctor, and no target.yaml': [
    ['doctor'],
    /^error: doctor needs a target, and this folder holds no target\.yaml — conform init writes one, --target names another$/m,
  ],
  'a target for the doctor that the environment left empty': [
    ['doctor', '--target', ''],
    /--target is empty — is the variable set/,
  ],
  'a missing target for the doctor': [
    ['doctor', '--target', 'nowhere.yaml'],
    /nowhere\.yaml: there is no such file/,
  ],
  'a port that is not a number': [
    ['mock', '--port', 'http'],
    /argument '\w+' is invalid\. a whole number from 0 to 655\d\d/,
  ],
  'a port without room behind it': [
    ['mock', '--port', '65535'],
    /argument '\w+' is invalid\. a whole number from 0 to 655\d\d/,
  ],
};

const withoutIds = ['run', 'mock', 'audit', 'merge', 'proxy'].flatMap((name) =>
  ['', ' , '].map((ids) => [name, '--only', ids]),
);

const targets: Readonly<Record<string, readonly [text: string, RegExp]>> = {
  'no YAML': ['name: [a\n', /target\.yaml:\d: is not YAML: /],
  'an unknown key': [
    'name: a\nservice: {}\n',
    /target\.yaml:2: service is not allowed here — did you mean services\?/,
  ],
  'a secret in the file': [
    'name: a\ncredentials:\n  clientId: a\n  clientSecret: canary\n',
    /target\.yaml:4: credentials\.clientSecret is a secret and must not stand in the file/,
  ],
  'a variable that is not set': [
    'name: ${NOT_SET}\n',
    /target\.yaml:1: name takes \$\{NOT_SET\}.*export NOT_SET=/,
  ],
  'plain http': [
    'name: a\nservices:\n  gateway: http://g.example\n',
    /target\.yaml:3: services\.gateway is plain http/,
  ],
  'a costly regular expression': [
    "name: a\nreadings:\n  encryption-rejection: { pattern: '(a+)+$' }\n",
    /target\.yaml:3: readings\.encryption-rejection\.pattern is not allowed here — offered: /,
  ],
};

const concurrency = { concurrency: 2 };

describe('bad usage', concurrency, () => {
  for (const [what, [args, telling]] of Object.entries(usage))
    it(`${what} is refused in one line`, async (t) => {
      const cwd = temporaryFolder(t);
      // One as users start it; its exit code is that of the process.
      const start = what === 'an unknown command' ? conformProcess : conform;
      refusedInOneLine(await start(args, { cwd }), telling);
      assert.equal(existsSync(join(cwd, 'reports')), false, 'something was written');
    });
});

describe('--only without an id', concurrency, () => {
  for (const args of withoutIds)
    it(`is refused, and not taken for all: ${JSON.stringify(args)}`, async (t) => {
      const telling = /^error: --only names no obligation — give ids as conform list prints them, or/m;
      refusedInOneLine(await conform(args, { cwd: temporaryFolder(t) }), telling);
    });
});

describe('a bad target', concurrency, () => {
  for (const [what, [text, telling]] of Object.entries(targets))
    it(`with ${what} is refused in one line, and earlier reports stay`, async (t) => {
      const cwd = temporaryFolder(t);
      const { folder, contents } = earlierReports(t);
      const before = contents();
      writeFileSync(join(cwd, 'target.yaml'), text);
      const args = ['run', '--target', 'target.yaml', '--reports', folder];
      const ended = await conform(args, { cwd });
      refusedInOneLine(ended, telling);
      assert.doesNotMatch(ended.stderr, /canary/);
      assert.deepEqual(contents(), before);
    });
});

describe('a place that cannot be used', concurrency, () => {
  it('for reports is refused before anything is sent', async (t) => {
    const file = join(temporaryFolder(t), 'file');
    writeFileSync(file, 'mine');
    refusedInOneLine(
      await conform(['run', '--self-test', '--reports', file]),
      /--reports the reports folder .*file cannot be written \(\w+\) — name a folder/,
    );
    assert.equal(readFileSync(file, 'utf8'), 'mine');
  });

  it('for the mock is a port that is taken', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const cwd = temporaryFolder(t);
    refusedInOneLine(
      await conform(['mock', '--port', String(port - 4)], { cwd }),
      new RegExp(`--port port \\d+ on 127\\.0\\.0\\.1 cannot be listened on \\(EADDRINUSE\\)`),
    );
  });
});

describe('an output that cannot be written', { skip: !existsSync('/dev/full') }, () => {
  it('ends a command in one line, and not as if something did not conform', () => {
    const bin = join(root, 'bin/conform.cjs');
    const full = fs.openSync('/dev/full', 'w');
    for (const stdio of [
      ['ignore', full, 'pipe'],
      ['ignore', full, full],
    ] as const) {
      const { status, stderr } = spawnSync(process.execPath, [bin, 'list'], { stdio: [...stdio] });
      assert.equal(status, 2);
      if (stdio[2] === 'pipe')
        assert.equal(String(stderr), 'error: what is printed cannot be written (ENOSPC)\n');
    }
    fs.closeSync(full);
  });
});

describe('a disk that becomes full', () => {
  it('leaves no half of a file, and init does it all once there is room', async (t) => {
    const cwd = temporaryFolder(t);
    const write = fs.writeFileSync as (file: string, text: string, how: object) => void;
    const full = t.mock.method(fs, 'writeFileSync', (file: string, text: string, how: object) => {
      write(file, text.slice(0, 20), how);
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    const ended = await conform(['init'], { cwd });
    full.mock.restore();
    refusedInOneLine(ended, /target\.yaml: cannot be written \(ENOSPC\)/);
    assert.deepEqual(readdirSync(cwd), []);
    assert.equal((await conform(['init'], { cwd })).code, 0);
  });
});

describe('init', concurrency, () => {
  it('writes the template and a stub, and never over a file', async (t) => {
    const cwd = temporaryFolder(t);
    const first = await conform(['init'], { cwd });
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(
      first.stdout,
      /^Wrote target\.yaml, adapter\.cjs, .*npx conform doctor {3}\(for services: /s,
    );
    const [file, stub] = [join(cwd, 'target.yaml'), join(cwd, 'adapter.cjs')];
    assert.equal(readFileSync(file, 'utf8'), withSchemaComment(file, templateText));
    for (const each of [file, stub]) writeFileSync(each, 'mine');
    const told = /target\.yaml: is there already and is left alone — name another with --out/;
    refusedInOneLine(await conform(['init'], { cwd }), told);
    assert.equal((await conform(['init', '--out', 'other.yaml'], { cwd })).code, 0);
    for (const each of [file, stub]) assert.equal(readFileSync(each, 'utf8'), 'mine');
  });

  it('refuses what it cannot write, and roles that there are not', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, 'file'), '');
    for (const out of ['file/where.yaml', 'file/no/where.yaml'])
      refusedInOneLine(
        await conform(['init', '--out', out], { cwd }),
        /where\.yaml: cannot be written \(ENOTDIR\)/,
      );
    const role = await conform(['init', '--role', 'session,hop'], { cwd });
    refusedInOneLine(role, /--role hop is no role — there are session, /);
    assert.deepEqual(readdirSync(cwd), ['file']);
  });
});
