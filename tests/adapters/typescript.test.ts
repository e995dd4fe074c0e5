import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { makeTls } from '../../support/mock/tls';
import { root } from '../cli/conform';
import { rpcRequestLine, conversation } from './conversation';
import type { Answer } from './conversation';
import { initializeLine, describeLibrary } from './library';

/** What an adapter answers while this process goes on, as a server that it asks needs it to. */
async function answersTo(file: string, lines: readonly string[]): Promise<Answer[]> {
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const written = await text(child.stdout);
  return written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

const fixture = join(root, 'tests/adapters/fixtures/clumsy.mts');
const command = [process.execPath, fixture];

describeLibrary({
  language: 'TypeScript',
  skip: false,
  clumsy: () => command,
  stub: () => [process.execPath, join(root, 'adapters/typescript/stub.mts')],
});

describe('the library for adapters in TypeScript, besides', () => {
  it('takes a line with U+2028 in it as one message, as JSON does', () => {
    const bundle = 'one\u2028and\u2029the same';
    const line = rpcRequestLine(1, 'transfer.encrypt', { keyMaterial: {}, bundle });
    assert.ok(line.includes('\u2028'));
    const { answers } = conversation(command, [initializeLine, line]);
    assert.deepEqual(answers[1]?.result, { content: bundle });
  });

  it('knows two services with a certificate, and no third', () => {
    const { answers } = conversation(command, [
      initializeLine,
      rpcRequestLine(1, 'certificate.fetch', { service: 'identity' }),
      rpcRequestLine(2, 'certificate.fetch', { service: 'gateway' }),
    ]);
    assert.equal(answers[1]?.error?.code, -32000);
    assert.deepEqual(answers[2]?.error, { code: -32602, message: 'service is not identity or registry' });
  });

  it('closes what the client opened, before the next journey and at the end of the input', () => {
    const { log, status } = conversation(command, [initializeLine, initializeLine]);
    assert.equal(log.match(/closed/g)?.length, 2);
    assert.equal(status, 0);
  });

  it('ends at an error that nothing catches, and shows no value of it', async () => {
    const child = spawn(process.execPath, [fixture], { stdio: ['pipe', 'ignore', 'pipe'] });
    child.stdin.write(`${initializeLine}\n${rpcRequestLine(1, 'insurancePlan.request')}\n`);
    const [log] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.equal(child.exitCode, 1);
    assert.match(log, /ended by Error\n {4}at /);
    assert.doesNotMatch(log, /pl4nted/);
  });

  it('trusts the authority that it is given, and no other', async () => {
    const { ca, key, cert } = makeTls(['127.0.0.1']);
    const server = createServer({ key, cert }, (_, response) => response.writeHead(204).end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const path = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const ask = rpcRequestLine(1, 'fields.send', { service: 'registry', path, fields: [] });
      const given = rpcRequestLine(0, 'initialize', { protocolVersion: '1', caCertificate: ca });
      const [[, trusted], [, stranger]] = await Promise.all([
        answersTo(fixture, [given, ask]),
        answersTo(fixture, [initializeLine, ask]),
      ]);
      assert.deepEqual(trusted?.result, { status: 204 });
      assert.match(
        stranger?.error?.message ?? '',
        /^127\.0\.0\.1:\d+ gave no answer: Error UNABLE_TO_VERIFY_LEAF_SIGNATURE$/,
      );
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
