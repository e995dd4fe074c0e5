import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { conformingSeams, createIntegrator, logNothing } from '../../support/client/integrator';
import type { TransferSeams } from '../../support/client/integrator/transfer/seams';
import { leaks } from '../exchange/canaries';
import { finishRun, quickTarget } from './embedded-run';

type Sent = ReturnType<TransferSeams['send']>;
type Leak = (sent: Sent, privateKey: Buffer) => Sent;

/** Runs the transfers of an HIP that keeps its private keys for us, and perhaps shows them; one form is enough. */
async function runLeaking(t: TestContext, leak: Leak) {
  const keys: Buffer[] = [];
  const transfer: TransferSeams = {
    ...conformingSeams.transfer,
    send: (sent, { own }) => {
      const privateKey = Buffer.from(own.privateKey);
      keys.push(privateKey);
      return leak(sent, privateKey);
    },
  };
  const { folder, results, printed } = await finishRun(t, {
    target: { ...quickTarget, roles: ['hip'] },
    subjects: ['integrator'],
    only: ['HDT-05', 'HDT-14'],
    seams: { client: () => createIntegrator({ log: logNothing, transfer }) },
  });
  // Cucumber's page is a megabyte of its own around the messages, which are searched as they are.
  const files = readdirSync(folder).filter((name) => name !== 'cucumber.html');
  const texts = [printed, ...files.map((name) => readFileSync(join(folder, name), 'utf8'))];
  const failed = results.obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  return { keys, texts, failed };
}

/** Each key, as bytes and as the texts in which it is written. */
function found(texts: readonly string[], keys: readonly Buffer[]): string[] {
  const [first = Buffer.alloc(0), last = first] = [keys[0], keys.at(-1)];
  const canaries = { 'first key': first.toString('latin1'), 'last key': last.toString('latin1') };
  const spelt = keys.flatMap((key) => [
    key.toString('base64'),
    key.toString('base64url'),
    key.toString('hex'),
  ]);
  return texts.flatMap((text) => {
    const lower = text.toLowerCase();
    return [...leaks(text, canaries), ...spelt.filter((each) => lower.includes(each.toLowerCase()))];
  });
}

const inParameters =
  (encoding: 'base64' | 'base64url' | 'hex'): Leak =>
  (sent, privateKey) => {
    const { dhPublicKey, ...material } = sent.keyMaterial as { dhPublicKey: object };
    const parameters = `Curve25519 ${privateKey.toString(encoding)}`;
    return { ...sent, keyMaterial: { ...material, dhPublicKey: { ...dhPublicKey, parameters } } };
  };

const leaksOfKeys: Readonly<Record<string, Leak>> = {
  'in parameters, in Base64': inParameters('base64'),
  'in parameters, in base64url': inParameters('base64url'),
  'in parameters, in hexadecimal': inParameters('hex'),
  'as a member beside the key material': (sent, privateKey) => ({
    ...sent,
    keyMaterial: { ...sent.keyMaterial, privateKey: privateKey.toString('base64') },
  }),
  'in front of the content': (sent, privateKey) => ({
    ...sent,
    content: Buffer.concat([privateKey, Buffer.from(sent.content, 'base64')]).toString('base64'),
  }),
  'a few bytes into the content': (sent, privateKey) => ({
    ...sent,
    content: Buffer.concat([Buffer.alloc(5), privateKey, Buffer.from(sent.content, 'base64')]).toString(
      'base64',
    ),
  }),
};

describe('a private key of a transfer', () => {
  it('stands in no artefact of a conforming HIP', async (t) => {
    const { keys, texts, failed } = await runLeaking(t, (sent) => sent);
    assert.ok(keys.length > 50);
    assert.deepEqual([failed, found(texts, keys)], [[], []]);
  });

  for (const [where, leak] of Object.entries(leaksOfKeys))
    it(`that is sent ${where} breaks HDT-14, and stands in no artefact either`, async (t) => {
      const { keys, texts, failed } = await runLeaking(t, leak);
      assert.ok(failed.includes('HDT-14'), failed.join(', '));
      assert.deepEqual(found(texts, keys), []);
    });
});
