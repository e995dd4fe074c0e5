import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { stringify } from 'yaml';
import { callerPath, findProgram, isOwnNode } from '../../support/adapter/child-environment';
import { openStdioChannel } from '../../support/adapter/stdio-channel';
import { otpCommandLine } from '../../support/cli/doctor/outlook';
import { conformProcess } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import { resultOf } from './adapters';

const skip = process.platform === 'win32' ? 'shell scripts' : false;

/** An adapter that answers each call with the Node that runs it, and its version as the client's. */
const adapter = `#!/usr/bin/env node
const send = (answer) => console.log(JSON.stringify({ jsonrpc: '2.0', ...answer }));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const implementation = { name: 'its-node', version: process.versions.node };
  const about = { protocolVersion: '1', implementation, capabilities: ['field.encrypt'] };
  send({ id, result: method === 'initialize' ? about : { ciphertext: process.execPath } });
});
`;

/** A folder with an adapter, and a PATH that first finds a `node` that always fails. */
function scene(t: TestContext) {
  const folder = temporaryFolder(t);
  const machine = join(folder, 'machine');
  mkdirSync(machine);
  writeFileSync(join(machine, 'node'), '#!/bin/sh\necho "an old Node" >&2\nexit 9\n', { mode: 0o755 });
  writeFileSync(join(folder, 'adapter.cjs'), adapter, { mode: 0o755 });
  // Leave out the folders that npm adds: the suite removes them from the PATH of an adapter, with all before them.
  const path = [machine, callerPath(process.env.PATH ?? '')].join(delimiter);
  return { folder, machine, path };
}

/** Returns the Node that runs the command's adapter, if the caller's PATH is `path`. */
async function nodeOf(
  t: TestContext,
  command: readonly string[],
  { folder, path }: { readonly folder: string; readonly path: string },
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { PATH } = process.env;
  t.after(() => (process.env.PATH = PATH));
  process.env.PATH = path;
  const channel = openStdioChannel({ command, cwd: folder, env, timeoutMs: 20_000 });
  process.env.PATH = PATH;
  t.after(() => channel.close().catch(() => undefined));
  return resultOf(await channel.call('field.encrypt', { service: 'identity', value: '1' })).ciphertext;
}

describe('node in a command', { skip }, () => {
  it("is the suite's own Node, whatever PATH finds", async (t) => {
    const at = scene(t);
    assert.equal(await nodeOf(t, ['node', 'adapter.cjs'], at), process.execPath);
    const env = { PATH: at.machine };
    assert.equal(await nodeOf(t, ['node', 'adapter.cjs'], at, env), process.execPath);
    assert.equal(findProgram('node'), process.execPath);
  });

  it('is another Node if a path is given', async (t) => {
    const at = scene(t);
    await assert.rejects(nodeOf(t, ['./machine/node', 'adapter.cjs'], at), /exit code 9[^]*an old Node/);
    await assert.rejects(
      nodeOf(t, [join(at.machine, 'node'), 'adapter.cjs'], at),
      /exit code 9[^]*an old Node/,
    );
    for (const program of ['./node', '/usr/bin/node', 'nodejs', 'node20'])
      assert.ok(!isOwnNode(program), program);
  });

  it('leaves the Node of PATH to programs that start it themselves', async (t) => {
    const at = scene(t);
    for (const command of [
      ['./adapter.cjs'],
      ['sh', '-c', 'exec node adapter.cjs'],
      ['env', 'MODE=test', 'node', 'adapter.cjs'],
    ])
      await assert.rejects(nodeOf(t, command, at), /exit code 9[^]*an old Node/, command.join(' '));
  });
});

describe('the doctor', { skip }, () => {
  it('names the Node of an adapter and of the program for OTPs', async (t) => {
    const { folder, path } = scene(t);
    const integrator = { command: ['node', 'adapter.cjs'], roles: ['identity'] };
    writeFileSync(join(folder, 'target.yaml'), stringify({ name: 'mine', integrator }));
    const { stdout } = await conformProcess(['doctor'], { cwd: folder, env: { PATH: path } });
    const version = process.versions.node.replaceAll('.', '\\.');
    assert.match(
      stdout,
      new RegExp(`adapter +its-node ${version}; it runs under the suite's own Node ${version}$`, 'm'),
    );
    const { state, detail } = otpCommandLine({ command: ['node', 'otp.cjs'], cwd: '.' });
    assert.equal(state, 'good');
    assert.match(detail, new RegExp(`^runs under the suite's own Node ${version}; it was not run$`));
  });
});
