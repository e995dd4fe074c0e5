import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { stringify } from 'yaml';
import { temporaryFolder } from '../report/embedded-run';
import { conform, root } from './conform';

const served = [process.execPath, join(root, 'bin/conform.cjs'), 'adapter', '--serve'];
const vectors = (name: string): string => join(root, 'vectors', name);

/** Runs known answers on an adapter that is started with that command. */
function onAdapter(
  t: TestContext,
  { command, form }: { command?: readonly string[]; form?: string },
  paths: readonly string[],
) {
  const file = join(temporaryFolder(t), 'target.yaml');
  const target = {
    name: 'an adapter',
    environment: 'sandbox',
    cmId: 'sbx',
    ...(command !== undefined && { integrator: { command, roles: ['session', 'hip', 'hiu'] } }),
    ...(form !== undefined && { readings: { 'curve-form': form } }),
  };
  writeFileSync(file, stringify(target));
  return conform(['vectors', '--target', file, ...paths]);
}

/** The suite's own client, with a slip in what it gives out. */
function slipping(t: TestContext, slip: string): string[] {
  const file = join(temporaryFolder(t), 'slipping.cjs');
  const program = `
    const { spawn } = require('node:child_process');
    const { createInterface } = require('node:readline');
    const [program, ...args] = ${JSON.stringify(served)};
    const own = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    process.stdin.pipe(own.stdin);
    createInterface({ input: own.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      ${slip}
      console.log(JSON.stringify(message));
    });`;
  writeFileSync(file, program);
  return [process.execPath, file];
}

describe('conform vectors --target', () => {
  it("runs the transfers of both curves on the integrator's code, and nothing else", async (t) => {
    const names = ['transfer-x25519.json', 'transfer-weierstrass.json', 'nonces.json'];
    const { code, stdout } = await onAdapter(t, { command: served }, names.map(vectors));
    assert.equal(code, 0);
    assert.match(stdout, /transfer-x25519\.json +45 run, 45 passed, 0 failed, 1 not applicable/);
    assert.match(stdout, /transfer-weierstrass\.json +54 run, 54 passed, 0 failed, 0 not applicable/);
    assert.match(stdout, /nonces\.json +0 run, 0 passed, 0 failed, 15 not applicable/);
  });

  it('runs the features on it where no file is given, and leaves out what it cannot be asked', async (t) => {
    const { code, stdout } = await onAdapter(t, { command: served }, []);
    assert.equal(code, 0);
    assert.match(stdout, /transfer-x25519\.json +45 run, 45 passed, 0 failed, 1 not applicable/);
    assert.match(stdout, /transfer-weierstrass\.json +54 run, 54 passed, 0 failed, 0 not applicable/);
    assert.match(stdout, /nonces\.json +0 run, 0 passed, 0 failed, 15 not applicable/);
  });

  it('fails a client by the features, each case once', async (t) => {
    const slip = "if (message.result?.bundle === '') message.result.bundle = null;";
    const { code, stdout } = await onAdapter(t, { command: slipping(t, slip) }, []);
    assert.equal(code, 1);
    assert.match(stdout, /✗ transfer-x25519\.json +45 run, 44 passed, 1 failed/);
    assert.match(stdout, /empty on adapter\n +catches +.*\n +expected +""\n +got +null/);
  });

  it('takes nothing from a client that refuses what is no FHIR bundle', async (t) => {
    const slip = `
      let type;
      try { type = JSON.parse(message.result?.bundle ?? '').type; } catch {}
      if (message.result?.bundle !== undefined && type === undefined) {
        delete message.result;
        message.error = { code: -32001, message: 'no FHIR bundle' };
      }`;
    const { code, stdout } = await onAdapter(t, { command: slipping(t, slip) }, []);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /transfer-x25519\.json +38 run, 38 passed, 0 failed, 8 not applicable/);
    assert.match(stdout, /transfer-weierstrass\.json +39 run, 39 passed, 0 failed, 15 not applicable/);
  });

  it('fails a client that refuses a FHIR bundle', async (t) => {
    const slip = `
      if (message.result?.bundle?.includes('"type":"collection"')) {
        delete message.result;
        message.error = { code: -32001, message: 'no' };
      }`;
    const paths = [vectors('transfer-x25519.json')];
    const { code, stdout } = await onAdapter(t, { command: slipping(t, slip) }, paths);
    assert.equal(code, 1);
    assert.match(stdout, /plain on adapter\n +catches +.*\n +expected +.*\n +got +a refusal/);
  });

  for (const error of [-32603, -32602])
    it(`goes on after error ${error}, which is no refusal, and reports the case as inconclusive`, async (t) => {
      const slip = `
        if (message.error && own.slipped === undefined) {
          own.slipped = true;
          message.error = { code: ${error}, message: 'AEADBadTagException' };
        }`;
      const { code, stdout } = await onAdapter(t, { command: slipping(t, slip) }, []);
      assert.equal(code, 3);
      assert.match(
        stdout,
        /\? transfer-weierstrass\.json +54 run, 53 passed, 0 failed, 1 inconclusive, 0 not/,
      );
      assert.match(
        stdout,
        new RegExp(
          ` +got +error ${error} does not count as a refusal: .* answers error -32001 and the reason`,
        ),
      );
      assert.match(stdout, /✓ transfer-x25519\.json +45 run, 45 passed, 0 failed, 1 not applicable/);
    });

  it('fails a client with a failed case and an internal error', async (t) => {
    const slip = `
      if (message.error) message.error = { code: -32603, message: 'AEADBadTagException' };
      if (message.result?.bundle === '') message.result.bundle = null;`;
    const { code } = await onAdapter(t, { command: slipping(t, slip) }, [vectors('transfer-x25519.json')]);
    assert.equal(code, 1);
  });

  it('says so once when the adapter ends amid the features', async (t) => {
    const command = slipping(t, 'if (message.result?.bundle) process.exit(7);');
    const { code, stdout, stderr } = await onAdapter(t, { command }, []);
    assert.equal(code, 3);
    assert.equal(stdout, '');
    assert.match(stderr, /^✗ .*adapter/);
    assert.doesNotMatch(stderr, /fault of the suite/);
  });

  it('leaves out the forms that it does not take', async (t) => {
    const paths = ['transfer-x25519.json', 'transfer-weierstrass.json'].map(vectors);
    const { code, stdout } = await onAdapter(t, { command: served, form: 'x25519' }, paths);
    assert.equal(code, 0);
    assert.match(stdout, /transfer-x25519\.json +45 run/);
    assert.match(stdout, /transfer-weierstrass\.json +0 run, 0 passed, 0 failed, 54 not applicable/);
  });

  it('gives points as SPKI to a client that reads nothing else', async (t) => {
    const paths = [vectors('transfer-weierstrass.json')];
    const { code, stdout } = await onAdapter(t, { command: served, form: 'weierstrass-spki' }, paths);
    assert.equal(code, 0);
    assert.match(stdout, /54 run, 54 passed, 0 failed, 0 not applicable/);
  });

  it('gives bare points alone to a client that reads no SPKI', async (t) => {
    const paths = [vectors('transfer-weierstrass.json')];
    const { code, stdout } = await onAdapter(t, { command: served, form: 'weierstrass' }, paths);
    assert.equal(code, 0);
    assert.match(stdout, /52 run, 52 passed, 0 failed, 2 not applicable/);
  });

  it('fails a client that gives something out for what it should refuse', async (t) => {
    const command = slipping(
      t,
      "if (message.error) { delete message.error; message.result = { bundle: '' }; }",
    );
    const { code, stdout } = await onAdapter(t, { command }, [vectors('transfer-x25519.json')]);
    const { groups } = JSON.parse(readFileSync(vectors('transfer-x25519.json'), 'utf8')) as {
      groups: { cases: { id: string; result: string }[] }[];
    };
    const refused = groups.flatMap(({ cases }) => cases.filter(({ result }) => result === 'invalid'));
    assert.equal(code, 1);
    for (const { id } of refused) assert.ok(stdout.includes(`    ${id} on adapter\n`), id);
    assert.match(stdout, /tag-bit-last on adapter\n +catches +.*tag.*\n +expected +a refusal\n +got +""/);
  });

  it('fails a client that changes what it reads', async (t) => {
    const slip =
      "if (message.result?.bundle) message.result.bundle = message.result.bundle.normalize('NFC');";
    const paths = [vectors('transfer-x25519.json')];
    const { code, stdout } = await onAdapter(t, { command: slipping(t, slip) }, paths);
    assert.equal(code, 1);
    assert.match(stdout, /✗ transfer-x25519\.json +45 run, 44 passed, 1 failed/);
    assert.match(stdout, /normal-forms on adapter/);
  });

  it('does not pass a client that offers no transfers', async (t) => {
    const command = [process.execPath, join(root, 'adapters/node/stub.cjs')];
    const { code, stderr } = await onAdapter(t, { command }, []);
    assert.equal(code, 3);
    assert.match(stderr, /no case could be run: the adapter has to offer transfer\.decrypt/);
  });

  it('says when the adapter cannot be worked with', async (t) => {
    const command = [process.execPath, '-e', 'process.exit(7)'];
    const { code, stderr } = await onAdapter(t, { command }, []);
    assert.equal(code, 3);
    assert.match(stderr, /✗ /);
  });

  it('takes a target without an adapter for bad input', async (t) => {
    const { code, stderr } = await onAdapter(t, {}, []);
    assert.equal(code, 2);
    assert.match(stderr, /the target names no adapter — set integrator\.command or integrator\.url/);
  });
});
