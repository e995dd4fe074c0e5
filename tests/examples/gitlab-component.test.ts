import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';

interface Input {
  readonly default?: string;
  readonly description: string;
  readonly options?: readonly string[];
}
type Inputs = Readonly<Record<string, string>>;

interface Job {
  readonly stage: string;
  readonly image: string;
  readonly variables: Inputs;
  readonly script: readonly string[];
  readonly artifacts: unknown;
}

const text = readFileSync(join(root, 'templates/conformance.yml'), 'utf8');
const [header = '', body = ''] = text.split(/^---$/m);
const { inputs: declared } = (parse(header) as { spec: { inputs: Readonly<Record<string, Input>> } }).spec;

/** The job as GitLab makes it: inputs are put into the text before it is read. */
function jobOf(inputs: Inputs): Job {
  const filled = body.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
    const input = declared[name];
    assert.ok(input !== undefined, `there is no input ${name}`);
    const value = inputs[name] ?? input.default;
    assert.ok(value !== undefined, `${name} must be given`);
    return value;
  });
  return (parse(filled) as { conformance: Job }).conformance;
}

/** Runs its script; `conform` ends with `code`, and both programs tell their arguments, a line each. */
function run(t: TestContext, inputs: Inputs, code = 0) {
  const folder = temporaryFolder(t);
  const bin = join(folder, 'bin');
  const conform = join(folder, '.conformance/node_modules/.bin/conform');
  for (const each of [bin, join(conform, '..')]) mkdirSync(each, { recursive: true });
  const write = (file: string, lines: readonly string[]): void => {
    writeFileSync(
      file,
      ['#!/bin/bash', `printf '%s\\n' "\${0##*/}" "$@" >>"${folder}/asked"`, ...lines].join('\n'),
    );
    chmodSync(file, 0o755);
  };
  write(join(bin, 'npm'), ['exit 0']);
  write(conform, [`exit ${code}`]);
  const { variables, script } = jobOf(inputs);
  // The runner's shell is that of the image; Debian's is dash.
  const { status } = spawnSync('sh', ['-e', '-c', script.join('\n')], {
    cwd: folder,
    env: { ...variables, PATH: [bin, process.env.PATH].join(delimiter) },
  });
  const asked = readFileSync(join(folder, 'asked'), 'utf8').trimEnd().split('\n');
  return {
    status,
    npm: asked.slice(0, asked.indexOf('conform')),
    conform: asked.slice(asked.indexOf('conform') + 1),
    folder,
  };
}

describe('the component for GitLab', { skip: process.platform === 'win32' }, () => {
  it('describes each input, uses each, and is of the version of this suite', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    for (const [name, input] of Object.entries(declared)) {
      assert.ok(body.includes(`$[[ inputs.${name} ]]`), name);
      // Without a default an input must be given: nothing else than the project knows where its package is.
      assert.equal(typeof input.default, name === 'package' ? 'undefined' : 'string', name);
      assert.equal(typeof input.description, 'string', name);
      assert.deepEqual(
        Object.keys(input).filter((each) => !['default', 'description', 'options'].includes(each)),
        [],
      );
    }
    assert.match(header, new RegExp(`conformance@${version.replaceAll('.', '\\.')}$`, 'm'));
    assert.deepEqual(jobOf({ package: 'suite.tgz', reports: 'out' }).artifacts, {
      when: 'always',
      paths: ['out'],
      reports: { junit: 'out/junit.xml' },
    });
  });

  it('installs the package that it is given, and runs with the inputs that are given', (t) => {
    const usual = run(t, { package: 'suite.tgz' });
    assert.equal(usual.npm.at(-1), join(usual.folder, 'suite.tgz'));
    assert.deepEqual(usual.conform, [
      'run',
      '--target',
      'target.yaml',
      '--profile',
      'certification',
      '--reports',
      'reports',
    ]);
    const address = 'https://files.example/suite.tgz';
    const given = run(t, { target: 'a b.yaml', subject: 'service', waivers: 'w.yaml', package: address });
    assert.equal(given.npm.at(-1), address);
    assert.deepEqual(given.conform.slice(1), [
      ...['--target', 'a b.yaml', '--profile', 'certification', '--reports', 'reports'],
      ...['--subject', 'service', '--waivers', 'w.yaml'],
    ]);
  });

  it('ends with the exit code of the run, and takes no input for a command', (t) => {
    for (const code of [0, 1, 2, 3]) assert.equal(run(t, { package: 'suite.tgz' }, code).status, code);
    const command = '"; touch injected; $(touch injected)';
    const { npm, conform, folder } = run(t, { package: command, target: command });
    assert.ok(npm.at(-1)?.endsWith(`/${command}`));
    assert.equal(conform[2], command);
    assert.ok(!existsSync(join(folder, 'injected')));
  });
});
