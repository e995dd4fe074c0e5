import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { freePorts } from '../ports';

const root = join(__dirname, '../..');

function runOn(t: TestContext, mock: string): { status: number | null; stderr: string; reports: string } {
  const folder = mkdtempSync(join(tmpdir(), 'listen-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'target.yaml');
  const command = JSON.stringify([process.execPath, join(root, 'bin/conform.cjs'), 'adapter', '--serve']);
  writeFileSync(file, `name: t\nintegrator: { command: ${command}, roles: [session] }\nmock: { ${mock} }\n`);
  const reports = join(folder, 'reports');
  const args = ['bin/conform.cjs', 'run', '--target', file, '--only', 'SES-01', '--reports', reports];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { status, stderr, reports };
}

test('an address in use is one line with place and hint, exit code 2, and no reports', async (t) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { status, stderr, reports } = runOn(t, `listen: "127.0.0.1:${port}"`);
  assert.equal(status, 2);
  assert.match(stderr, /target\.yaml: mock\.listen 127\.0\.0\.1:\d+ cannot be listened on \(EADDRINUSE\) — /);
  assert.equal(existsSync(join(reports, 'results.json')), false);
});

test('a port beyond the last is refused where it stands', (t) => {
  const { status, stderr } = runOn(t, 'listen: "127.0.0.1:65535"');
  assert.equal(status, 2);
  assert.match(stderr, /target\.yaml:3: mock\.listen names port 65535/);
});

test('the services are where the target wants them', async (t) => {
  const port = await freePorts(5);
  const { status, stderr, reports } = runOn(t, `listen: "127.0.0.1:${port}"`);
  assert.equal(status, 0, stderr);
  const recording = readFileSync(join(reports, 'recording.jsonl'), 'utf8');
  assert.match(recording, new RegExp(`http://127\\.0\\.0\\.1:${port}/api/hiecm/gateway/v3/sessions`));
});
