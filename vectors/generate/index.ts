import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkVectors } from '../../support/cases/load-vectors';
import { runVectors } from '../../support/vectors/run-vectors';
import { base64 } from './base64';
import { fieldEncryption } from './field-encryption';
import { hkdf } from './hkdf';
import { jwts } from './jwts';
import { nonces } from './nonces';
import { timestamps, uuids } from './texts';
import { transfers } from './transfers';
import type { VectorFile } from './vector-file';
import { weierstrass } from './weierstrass';
import { x25519 } from './x25519';

/** Maps the name of each vector file to the function that generates it. */
export const files: Readonly<Record<string, () => VectorFile>> = {
  'field-encryption.json': fieldEncryption,
  'nonces.json': nonces,
  'hkdf.json': hkdf,
  'x25519.json': x25519,
  'weierstrass.json': weierstrass,
  'transfer-x25519.json': () => transfers('x25519'),
  'transfer-weierstrass.json': () => transfers('weierstrass'),
  'uuids.json': uuids,
  'timestamps.json': timestamps,
  'base64.json': base64,
  'jwts.json': jwts,
};

/** Returns the exact text of a vector file, as it is written to disk. */
export function textOf(file: VectorFile): string {
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/**
 * Writes a vector file. Throws if the answer of any implementation differs from the one that a case requires.
 */
async function write(name: string, file: VectorFile): Promise<void> {
  const text = textOf(file);
  const [first] = (await runVectors(checkVectors(name, text))).failures;
  if (first !== undefined)
    throw new Error(
      `${name}, ${first.id} on ${first.implementation}: expected ${first.expected}, got ${first.got}`,
    );
  writeFileSync(join(__dirname, '..', name), text);
  console.log(`${name}: ${file.numberOfCases} cases`);
}

async function writeAll(): Promise<void> {
  for (const [name, make] of Object.entries(files)) await write(name, make());
}

if (require.main === module)
  writeAll().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
