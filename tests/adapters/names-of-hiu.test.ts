import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { JsonMembers } from '../../support/contract/json';
import { root } from '../cli/conform';
import { conversation, rpcRequestLine } from './conversation';
import { initializeLine } from './library';

/** The SPKI of an X25519 key ends in the 32 bytes of the key. */
const rawKey = generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);

/** Returns a call of transfer.encrypt with other names, or another expiry, in the key material of the HIU. */
function encryptionLine(id: number, names: JsonMembers, expiry = '2099-12-31T23:59:59Z'): string {
  const dhPublicKey = { expiry, parameters: 'Curve25519', keyValue: rawKey.toString('base64') };
  const nonce = randomBytes(32).toString('base64');
  const keyMaterial = { cryptoAlg: 'ECDH', curve: 'Curve25519', dhPublicKey, nonce, ...names };
  return rpcRequestLine(id, 'transfer.encrypt', { keyMaterial, bundle: '{"resourceType":"Bundle"}' });
}

const taken: readonly Parameters<typeof encryptionLine>[] = [
  [1, {}],
  [2, { cryptoAlg: 'ecdh', curve: 'curve25519' }],
  [3, { curve: 'CURVE25519' }],
  [4, {}, '2099-12-31T23:59:59.123+00:00'],
  [5, {}, '2099-12-31T23:59:59-00:00'],
];

const refused: readonly Parameters<typeof encryptionLine>[] = [
  [6, { curve: 'P-256' }],
  [7, { curve: 'Curve25519x' }],
  [8, { cryptoAlg: 'RSA' }],
  [9, {}, '2020-01-01T00:00:00+00:00'],
  [10, {}, '2099-12-31T23:59:59+05:30'],
  [11, {}, '2099-12-31T23:59:59'],
];

describe('the example client in TypeScript, for the key material of an HIU', () => {
  const lines = [...taken, ...refused].map((about) => encryptionLine(...about));
  const example = join(root, 'adapters/typescript/example/main.mts');
  const { answers } = conversation(['node', example], [initializeLine, ...lines]);
  const answerTo = (id: number) => answers.find((each) => each.id === id);

  it('takes the names in any letter case, and an expiry with an offset of zero', () => {
    for (const [id] of taken) assert.ok(answerTo(id)?.result, `${id}: ${answerTo(id)?.error?.message}`);
  });

  it('refuses other names, an expiry in another zone, and one that has passed', () => {
    for (const [id] of refused) assert.equal(answerTo(id)?.error?.code, -32001, String(id));
  });
});
