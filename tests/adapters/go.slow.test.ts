import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { root } from '../cli/conform';
import { skipUnlessInstalled } from '../tools';
import { rpcRequestLine, conversation } from './conversation';
import { initializeLine, clientSecret, describeLibrary } from './library';

const home = join(root, 'adapters/go');
const clumsySource = join(root, 'tests/adapters/fixtures/clumsy.go');

function go(...args: string[]): void {
  const { status, stderr } = spawnSync('go', args, { cwd: home, encoding: 'utf8', timeout: 180_000 });
  assert.equal(status, 0, stderr);
}

const skip = skipUnlessInstalled('go');
const built = mkdtempSync(join(tmpdir(), 'go-'));
after(() => {
  rmSync(built, { recursive: true, force: true });
});
const [clumsy, stub] = [join(built, 'clumsy'), join(built, 'stub')];
if (skip === false) {
  go('build', '-modfile=debian.mod', '-o', clumsy, clumsySource);
  go('build', '-modfile=debian.mod', '-o', stub, './stub');
}

describeLibrary({ language: 'Go', skip, clumsy: () => [clumsy], stub: () => [stub] });

describe('the library for adapters in Go, besides', { skip }, () => {
  it('tells of a panic its place, and no value', () => {
    const { answers, log } = conversation([clumsy], [initializeLine, rpcRequestLine(1, 'transfer.open')]);
    assert.deepEqual(answers[1]?.error, { code: -32603, message: 'panic' });
    assert.match(log, /panic of string at clumsy\.go:\d+/);
    assert.doesNotMatch(log, /pl4nted/);
  });

  it('prints settings without their secrets', () => {
    const { log } = conversation([clumsy], [initializeLine]);
    assert.equal(log.match(/settings .*sbx/g)?.length, 4);
    assert.ok(!log.includes(clientSecret));
  });

  it('closes what the client opened, before the next journey and at the end of the input', () => {
    const { log } = conversation([clumsy], [initializeLine, initializeLine]);
    assert.equal(log.match(/closed/g)?.length, 2);
  });

  it('refuses half a surrogate pair, which Go would replace, and no whole one', () => {
    const verify = (otp: string): string =>
      `{"jsonrpc":"2.0","id":1,"method":"otp.verify","params":{"otp":"${otp}","txnId":"t"}}`;
    const lines = ['\\ud83d', '\\ud83d\\ude00', '\\\\ud83d'].map(verify);
    const { answers } = conversation([clumsy], [initializeLine, ...lines]);
    assert.match(answers[1]?.error?.message ?? '', /half a surrogate pair/);
    for (const { error } of answers.slice(2)) assert.match(error?.message ?? '', /used before/);
  });

  it('answers an error where the result is no JSON', () => {
    const { answers } = conversation([clumsy], [initializeLine, rpcRequestLine(1, 'claim.submit')]);
    assert.deepEqual(answers[1]?.error, { code: -32603, message: 'the result is not JSON' });
  });
});

it('the Go sources are as gofmt writes them, and vet finds nothing', { skip }, () => {
  const args = ['-l', '.', clumsySource];
  const { stdout, stderr } = spawnSync('gofmt', args, { cwd: home, encoding: 'utf8' });
  assert.equal(stdout + stderr, '');
  go('vet', '-modfile=debian.mod', './...');
});

it('every file of the Go library is copied', () => {
  const { files } = JSON.parse(readFileSync(join(home, 'language.json'), 'utf8')) as { files: object };
  const copied = Object.values(files).filter((source: string) => source.startsWith('gatewayadapter/'));
  assert.deepEqual(copied.sort(), globSync('gatewayadapter/*.go', { cwd: home }).sort());
});
