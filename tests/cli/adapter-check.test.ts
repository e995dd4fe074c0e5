import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { CertifiedService, AdapterMethod } from '../../support/adapter/protocol';
import { runAdapterCommand } from '../../support/cli/adapter';
import { temporaryFolder } from '../report/embedded-run';
import type { ProgramResult } from './conform';
import { acted, conformProcess, root } from './conform';
import { offering, readingJsonAlone } from './own-client';

/** Answers every message alike, and stays. */
const stubborn = (answer: object): string => `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, ...${JSON.stringify(answer)} }));
});
setInterval(() => {}, 1000);
`;

const checked = (command: readonly string[]): Promise<ProgramResult> =>
  acted((surroundings) => runAdapterCommand(command, { check: true }, surroundings));

function check(t: TestContext, program: string): Promise<ProgramResult> {
  const file = join(temporaryFolder(t), 'adapter.cjs');
  writeFileSync(file, program);
  return checked([process.execPath, file]);
}

test('an adapter of another version that stays alive is ended, and so is the check', async (t) => {
  const implementation = { name: 'x', version: '1' };
  const { code, stdout } = await check(
    t,
    stubborn({ result: { protocolVersion: '9', implementation, capabilities: [] } }),
  );
  assert.equal(code, 3);
  assert.match(stdout, /speaks version "9" of the protocol, the suite version "1"/);
});

test('no name and no error of an adapter begins a line', async (t) => {
  const forged = ['\n', '\r\n', '\r', '\u2028'].map((end) => `${end}✓ forged`).join('');
  const implementation = { name: `x${forged}`, version: `1${forged}` };
  const result = { protocolVersion: '1', implementation, capabilities: ['session.create'] };
  const error = { code: -32000, message: `no${forged}` };
  for (const answer of [{ result }, { error }, { result: { ...result, protocolVersion: `9${forged}` } }]) {
    const { code, stdout } = await check(t, stubborn(answer));
    assert.equal(code, 3, stdout);
    assert.match(stdout, /forged/);
    for (const line of stdout.split(/[\n\r\u2028]/)) assert.doesNotMatch(line, /^\s*✓ forged/, stdout);
  }
});

test('the untouched stub speaks the protocol and offers nothing yet', async () => {
  const { code, stdout } = await checked([process.execPath, join(root, 'adapters/node/stub.cjs')]);
  assert.equal(code, 3);
  assert.match(stdout, /speaks protocol 1: my-client/);
  assert.match(stdout, /it offers nothing yet: begin with session\.create/);
});

// A process of its own on either side: one reads its standard input, the other starts it and ends with its exit code.
test("the suite's own client, served, is in order", async () => {
  const bin = join(root, 'bin/conform.cjs');
  const args = ['adapter', '--check', process.execPath, bin, 'adapter', '--serve'];
  const { code, stdout } = await conformProcess(args);
  assert.equal(code, 0);
  assert.match(stdout, /1 session request reached the gateway/);
});

test('a client that cannot read the certificates is told so, with the reading to set', async (t) => {
  const { stdout } = await checked(readingJsonAlone(t));
  for (const service of ['identity', 'registry'])
    assert.match(
      stdout,
      new RegExp(
        `^! .*took the ${service} certificate as PEM, .* set readings\\.certificate-form to json`,
        'm',
      ),
    );
  const other = await checked(offering(t, ['session.create', 'otp.verify']));
  assert.doesNotMatch(other.stdout, /certificate-form/);
});

test('the role registry is played by an OTP, or by fields that reach the registry', async (t) => {
  const registry = async (
    capabilities: readonly AdapterMethod[],
    others: readonly CertifiedService[] = [],
  ) => {
    const { stdout } = await checked(offering(t, capabilities, others));
    return /^.* role registry.*$/m.exec(stdout)?.[0];
  };
  const fields = ['session.create', 'certificate.fetch', 'fields.send'] as const;
  assert.equal(await registry(['session.create', 'otp.verify']), '✓ can play the role registry');
  assert.equal(await registry(fields), '✓ can play the role registry');
  const not = '– role registry: not without otp.verify or fields.send to a path of the registry';
  assert.equal(await registry(fields, ['registry']), not, 'it has no such path');
  assert.equal(
    await registry(['session.create', 'certificate.fetch']),
    '– role registry: not without otp.verify or fields.send',
  );
});

test('a session that was asked for at an old path has reached the gateway, and an error is no refusal', async (t) => {
  const { code, stdout } = await check(
    t,
    `
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
`,
  );
  assert.equal(code, 3, stdout);
  assert.match(
    stdout,
    /session\.create: an error: answered \d+; 1 session request reached the gateway, on an old path; the clientId is not that of the mock: use credentials\.clientId of initialize/,
  );
});

test('texts of megabytes are cut, and are no fault of the suite', async (t) => {
  const answering = (answers: string): string => `
const long = (text) => text.repeat(20 * 1024 * 1024);
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'shutdown') process.exit();
  const result = { protocolVersion: '1', implementation: { name: 'x', version: '1' }, capabilities: ['session.create'] };
  const answer = method === 'initialize' ? { result } : ${answers};
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});`;
  const refusing = await check(t, answering("{ error: { code: -32001, message: long('x') } }"));
  assert.match(refusing.stdout, /refused: "?x{1024}… \(20971520 characters\)/);
  const astray = await check(t, answering("{ id: long('x'), result: null }"));
  assert.ok(astray.stdout.length < 20_000);
});
