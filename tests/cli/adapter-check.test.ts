import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(__dirname, '../..');

/** Answers every message alike, and stays. */
const stubborn = (answer: object): string => `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, ...${JSON.stringify(answer)} }));
});
setInterval(() => {}, 1000);
`;

function check(program: string): { status: number | null; stdout: string } {
  const folder = mkdtempSync(join(tmpdir(), 'adapter-'));
  try {
    const file = join(folder, 'adapter.cjs');
    writeFileSync(file, program);
    const args = ['bin/conform.cjs', 'adapter', '--check', process.execPath, file];
    const { status, stdout } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { status, stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('an adapter of another version that stays alive is ended, and so is the check', () => {
  const implementation = { name: 'x', version: '1' };
  const { status, stdout } = check(
    stubborn({ result: { protocolVersion: '9', implementation, capabilities: [] } }),
  );
  assert.equal(status, 3);
  assert.match(stdout, /speaks version "9" of the protocol, the suite version "1"/);
});

test('the untouched stub speaks the protocol and offers nothing yet', () => {
  const args = ['bin/conform.cjs', 'adapter', '--check', process.execPath, 'adapters/node/stub.cjs'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.equal(status, 3);
  assert.match(stdout, /speaks protocol 1: my-client/);
  assert.match(stdout, /it offers nothing yet: begin with session\.create/);
});

test("the suite's own client, served, is in order", () => {
  const args = [
    'bin/conform.cjs',
    'adapter',
    '--check',
    process.execPath,
    'bin/conform.cjs',
    'adapter',
    '--serve',
  ];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0);
  assert.match(stdout, /1 session request reached the gateway/);
});
