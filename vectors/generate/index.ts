import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldEncryption } from './field-encryption';
import { hkdf } from './hkdf';
import { jwts } from './jwts';
import { nonces } from './nonces';
import { base64, timestamps, uuids } from './texts';
import { transfers } from './transfers';
import type { VectorFile } from './vector-file';
import { weierstrass } from './weierstrass';
import { x25519 } from './x25519';

/** How each vector file is made, by its name. */
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

/** The text of a file, to the last byte. */
export function textOf(file: VectorFile): string {
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

if (require.main === module)
  for (const [name, make] of Object.entries(files)) {
    const file = make();
    writeFileSync(join(__dirname, '..', name), textOf(file));
    console.log(`${name}: ${file.numberOfCases} cases`);
  }
