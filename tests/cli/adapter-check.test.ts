import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CertifiedService, Method } from '../../support/adapter/protocol';
import { offering, readingJsonAlone } from './own-client';

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

test('no name and no error of an adapter begins a line', () => {
  const forged = ['\n', '\r\n', '\r', '\u2028'].map((end) => `${end}✓ forged`).join('');
  const implementation = { name: `x${forged}`, version: `1${forged}` };
  const result = { protocolVersion: '1', implementation, capabilities: ['session.create'] };
  const error = { code: -32000, message: `no${forged}` };
  for (const answer of [{ result }, { error }, { result: { ...result, protocolVersion: `9${forged}` } }]) {
    const { status, stdout } = check(stubborn(answer));
    assert.equal(status, 3, stdout);
    assert.match(stdout, /forged/);
    for (const line of stdout.split(/[\n\r\u2028]/)) assert.doesNotMatch(line, /^\s*✓ forged/, stdout);
  }
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

const checked = (command: readonly string[]): string =>
  spawnSync(process.execPath, ['bin/conform.cjs', 'adapter', '--check', ...command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  }).stdout;

test('a client that cannot read the certificates is told so, with the reading to set', (t) => {
  const stdout = checked(readingJsonAlone(t));
  for (const service of ['identity', 'registry'])
    assert.match(
      stdout,
      new RegExp(
        `^! .*took the ${service} certificate as PEM, .* set readings\\.certificate-form to json`,
        'm',
      ),
    );
  assert.doesNotMatch(checked(offering(t, ['session.create', 'otp.verify'])), /certificate-form/);
});

test('the role registry is played by an OTP, or by fields that reach the registry', (t) => {
  const registry = (capabilities: readonly Method[], others: readonly CertifiedService[] = []): string =>
    /^.* role registry.*$/m.exec(checked(offering(t, capabilities, others)))?.[0] ?? '';
  const fields = ['session.create', 'certificate.fetch', 'fields.send'] as const;
  assert.equal(registry(['session.create', 'otp.verify']), '✓ can play the role registry');
  assert.equal(registry(fields), '✓ can play the role registry');
  const not = '– role registry: not without otp.verify or fields.send to a path of the registry';
  assert.equal(registry(fields, ['registry']), not, 'it has no such path');
  assert.equal(
    registry(['session.create', 'certificate.fetch']),
    '– role registry: not without otp.verify or fields.send',
  );
});

test('a session that was asked for at an old path has reached the gateway, and an error is no refusal', () => {
  const { status, stdout } = check(`
const answers = {
  initialize: ({ services }) => {
    gateway = services.gateway;
    return { result: { protocolVersion: '1', implementation: { name: 'old', version: '1' }, capabilities: ['session.create'] } };
  },
  'session.create': async () => {
    const body = JSON.stringify({ clientId: 'a', clientSecret: 'b' });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(gateway + '/v0.5/sessions', { method: 'POST', headers, body });
    return { error: { code: -32000, message: 'answered ' + status } };
  },
  shutdown: () => ({ result: null }),
};
let gateway;
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(await answers[method](params)) }));
}).on('close', () => process.exit());
`);
  assert.equal(status, 3, stdout);
  assert.match(
    stdout,
    /session\.create: an error: answered \d+; 1 session request reached the gateway, on an old path/,
  );
});

test('texts of megabytes are cut, and are no fault of the suite', () => {
  const answering = (answers: string): string => `
const long = (text) => text.repeat(20 * 1024 * 1024);
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'shutdown') process.exit();
  const result = { protocolVersion: '1', implementation: { name: 'x', version: '1' }, capabilities: ['session.create'] };
  const answer = method === 'initialize' ? { result } : ${answers};
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});`;
  const refusing = check(answering("{ error: { code: -32001, message: long('x') } }"));
  assert.match(refusing.stdout, /refused: "?x{1024}… \(20971520 characters\)/);
  const astray = check(answering("{ id: long('x'), result: null }"));
  assert.ok(astray.stdout.length < 20_000);
});
