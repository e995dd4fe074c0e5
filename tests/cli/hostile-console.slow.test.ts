import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { temporaryFolder } from '../report/embedded-run';
import { rawServer, webServer } from '../traffic/proxy/relay-scene';
import { conformProcess } from './conform';
import { startProxyProcess, targetFor } from './own-proxy';

/**
 * A colour, the clipboard, a cleared line, a bell, the direction of writing, a C1 control; and a word to find it by.
 */
const hostile = 'EVIL\u001b[31m\u001b]52;c;eA==\u0007\r\u001b[2K\u0007\u202e\u009b8m\u0085\u2028';

/** Steers a terminal, or cannot be seen. */
// eslint-disable-next-line no-control-regex
const steers = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** Says hostile things wherever the protocol has room for a text. */
const adapter = `
const hostile = ${JSON.stringify(hostile)};
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
process.stderr.write(hostile + '\\n');
let text = '';
process.stdin.on('data', (chunk) => {
  text += chunk;
  const lines = text.split('\\n');
  text = lines.pop();
  for (const line of lines.filter(Boolean)) {
    const { id, method } = JSON.parse(line);
    process.stderr.write(hostile + method + '\\n');
    if (method === 'initialize')
      say({ id, result: { protocolVersion: '1', implementation: { name: 'client ' + hostile, version: hostile },
        capabilities: ['session.create', 'certificate.fetch', 'field.encrypt', 'otp.verify'] } });
    else if (method === 'shutdown') process.exit(0);
    else if (method === 'field.encrypt') say({ id, result: { ciphertext: hostile, [hostile]: hostile } });
    else say({ id, error: { code: method === 'otp.verify' ? -32001 : -32000, message: hostile, data: { [hostile]: hostile } } });
  }
});
`;

async function targetOf(t: TestContext): Promise<string> {
  const answer = JSON.stringify({ [hostile]: hostile, error: { code: hostile, message: hostile } });
  const url = await webServer(
    t,
    createServer((request, response) => {
      const status = request.url?.includes('sessions') === true ? 200 : 400;
      const ended = () => response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
      request.resume().on('end', ended);
    }),
  );
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'adapter.cjs'), adapter);
  const file = join(folder, 'target.yaml');
  const services = ['gateway', 'identity', 'registry'].map((name) => `  ${name}: ${url}`);
  writeFileSync(
    file,
    [
      'name: hostile',
      'environment: sandbox',
      'services:',
      ...services,
      'credentials: { clientId: "${CLIENT_ID}", clientSecret: "${CLIENT_SECRET}" }',
      'otp: { value: "${OTP}", txnId: "${TXN}" }',
      'integrator:',
      `  command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(join(folder, 'adapter.cjs'))}]`,
      '  roles: [session, identity]',
      'limits: { timeoutMs: 5000, callMs: 5000, requestsPerMinute: 60000 }',
      '',
    ].join('\n'),
  );
  return file;
}

test('a run of a hostile service and a hostile adapter prints and writes nothing that steers a terminal', async (t) => {
  const reports = temporaryFolder(t);
  const secrets = {
    CLIENT_ID: 'a-client',
    CLIENT_SECRET: 'q7ZpR4tYw9XcV2bN',
    OTP: '482913',
    TXN: 'txn-4821',
  };
  const env = { ...secrets, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(reports, 'job.md') };
  const target = await targetOf(t);
  const args = ['run', '--target', target, '--reports', reports];
  const { stdout, stderr, code } = await conformProcess(args, { env });
  assert.equal(code, 1, stdout + stderr);
  const doctor = await conformProcess(['doctor', '--target', target], { env });
  const command = [process.execPath, join(target, '../adapter.cjs')];
  const check = await conformProcess(['adapter', '--check', ...command]);
  assert.match(check.stdout, /speaks protocol 1: client EVIL/);
  const texts = { stdout, stderr, doctor: doctor.stdout + doctor.stderr, check: check.stdout + check.stderr };
  for (const [name, text] of Object.entries(texts)) assert.doesNotMatch(text, steers, name);
  assert.match(stdout, /EVIL/, 'what they say is shown');
  for (const file of ['junit.xml', 'summary.md', 'job.md', 'compliance.html']) {
    const path = join(reports, file);
    assert.ok(existsSync(path), file);
    assert.doesNotMatch(readFileSync(path, 'utf8'), steers, file);
  }
});

test('a proxy between hostile sides prints nothing that steers a terminal', async (t) => {
  const bytes = Buffer.from(hostile)
    .toString('latin1')
    .replace(/[\r\n]/g, '');
  const upstream = await rawServer(t, (socket) => {
    socket.once('data', () =>
      socket.end(`HTTP/1.1 400 ${bytes}\r\nX-${bytes}: ${bytes}\r\nContent-Length: 0\r\n\r\n`, 'latin1'),
    );
  });
  const reports = temporaryFolder(t);
  const args = ['--target', targetFor(t, upstream), '--reports', reports];
  const { url, child, ended, output } = await startProxyProcess(t, ...args);
  for (const head of [`GET /EVIL${bytes}`, `EVIL${bytes} /`, 'GET /EVIL%1b%5b31m']) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(`${head} HTTP/1.1\r\nHost: x\r\nX-A: ${bytes}\r\n\r\n`, 'latin1');
    await new Promise((resolve) => socket.resume().on('close', resolve).on('error', resolve));
  }
  child.kill('SIGINT');
  await ended;
  assert.match(output(), /UNKNOWN .*HPE_INVALID_METHOD/, 'what came is told, and what it said is not kept');
  assert.doesNotMatch(output(), /EVIL/);
  assert.doesNotMatch(output(), steers);
});
