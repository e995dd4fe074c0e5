import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
import type { Curve, KeyPair } from '../support/crypto/node/transfer';
import { keyPairFrom } from '../support/crypto/node/transfer';
import { fromBigEndian, toBigEndian } from '../support/crypto/node/transfer/field';
import { groupOrder } from '../support/crypto/node/transfer/weierstrass';

/**
 * What is random in tests, under the names that node:crypto has for it: one seed gives each file the same values again.
 * `npm test` draws a seed; a failure tells it, and `SEED=… npm test -- FILE` repeats what failed.
 */
const seed = (process.env.SEED ??= String(Math.floor(Math.random() * 2 ** 32)));

let drawn = { file: '', blocks: 0 };

/** The file whose turn it is, which tests/part.cjs tells; else the program. */
function currentFile(): string {
  const program = relative(join(__dirname, '..'), process.argv[1] ?? '');
  return process.env.TEST_FILE ?? program.split(sep).join('/');
}

export function randomBytes(count: number): Buffer {
  const file = currentFile();
  if (drawn.file !== file) drawn = { file, blocks: 0 };
  const bytes = Buffer.alloc(count);
  // One digest for each draw, drawn out to its length: SHAKE has as much as one likes.
  const text = `${seed} ${file} ${(drawn.blocks += 1)}`;
  if (count > 0) createHash('shake256', { outputLength: count }).update(text).digest().copy(bytes);
  return bytes;
}

/** From `min` to below `max`. */
export function randomInt(min: number, max: number): number {
  return min + Number(randomBytes(8).readBigUInt64BE() % BigInt(max - min));
}

/** Of version 4. */
export function randomUUID(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A key pair of a transfer, as each side makes its own. */
export function randomKeyPair(curve: Curve): KeyPair {
  if (curve === 'x25519') return keyPairFrom(curve, randomBytes(32));
  return keyPairFrom(curve, toBigEndian((fromBigEndian(randomBytes(48)) % (groupOrder - 1n)) + 1n));
}

// `npm test` tells it by itself, once for all.
process.once('exit', (code) => {
  if (code !== 0 && process.env.NODE_TEST_CONTEXT === undefined)
    console.error(`The same values again: SEED=${seed}`);
});
