import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { runningMock } from '../mock/running-mock';
import { temporaryFolder } from '../report/embedded-run';
import { nodeProgram, root } from './conform';
import { writeMockTarget } from './targets';

type Note = readonly ['name' | 'connect' | 'listen' | 'socket', string | number | null, number?];

/** What a program reached for on the network. */
async function reached(t: TestContext, program: string, args: readonly string[], env = {}) {
  const canary = join(temporaryFolder(t), 'canary');
  const options = `--require ${join(root, 'tests/canary.cjs')}`;
  const ended = await nodeProgram(program, args, { env: { ...env, CANARY: canary, NODE_OPTIONS: options } });
  const lines = existsSync(canary) ? readFileSync(canary, 'utf8').trim().split('\n') : [];
  const notes = lines.map((line) => JSON.parse(line) as Note);
  const of = (kind: Note[0]) => notes.filter(([each]) => each === kind);
  return {
    ended,
    names: [...new Set([...of('name'), ...of('connect')].map(([, name]) => String(name)))].sort(),
    ports: new Set(of('connect').map(([, , port]) => port)),
    own: new Set(of('listen').map(([, port]) => port)),
  };
}

const conform = join(root, 'bin/conform.cjs');
const here = new Set(['127.0.0.1', 'localhost', '::1']);

describe('a run reaches nothing', () => {
  it('but this machine where it tests itself', async (t) => {
    const { ended, names, ports, own } = await reached(t, conform, [
      'run',
      '--self-test',
      '--reports',
      temporaryFolder(t),
    ]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.ok(ports.size > 0);
    assert.deepEqual(
      names.filter((name) => !here.has(name)),
      [],
    );
    assert.deepEqual(
      [...ports].filter((port) => !own.has(port ?? null)),
      [],
      'every port is one of its own',
    );
  });

  it('but the services of its target', async (t) => {
    const mock = await runningMock(t);
    const { file, env } = await writeMockTarget(t, mock);
    const args = ['run', '--target', file, '--subject', 'service', '--reports', temporaryFolder(t)];
    const { ended, names, ports, own } = await reached(t, conform, args, env);
    assert.match(ended.stdout, /^service: /m, ended.stderr);
    assert.deepEqual(
      names.filter((name) => !here.has(name)),
      [],
    );
    const services = new Set(Object.values(mock.urls).map((url) => Number(new URL(url).port)));
    const others = [...ports].filter((port) => port !== undefined && !services.has(port) && !own.has(port));
    assert.deepEqual(others, []);
    assert.ok([...services].some((port) => ports.has(port)));
  });
});

it('a name that is asked for elsewhere would be seen', async (t) => {
  const program = join(temporaryFolder(t), 'asks.cjs');
  writeFileSync(
    program,
    "require('node:dns').lookup('elsewhere.example', () => undefined); fetch('http://other.example/').catch(() => undefined);",
  );
  const { names } = await reached(t, program, []);
  assert.deepEqual(names, ['elsewhere.example', 'other.example']);
});
