import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MockTargetParts } from '../targets/mock-target';
import { mockTargetFile } from '../targets/mock-target';
import { generateRsaKeyPair } from './keys';
import type { Mock } from './start-mock';

export type HandedOut = readonly (readonly [name: string, value: string])[];

/** Writes what a run on the mock needs: a target file, the payer's key, and the authority where it serves TLS. */
export function writeMockFiles(
  mock: Mock,
  folder: string,
  parts: Pick<MockTargetParts, 'callback' | 'like'>,
): { readonly ca?: string; readonly target: string } {
  writeFileSync(join(folder, 'payer.pem'), mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }));
  const target = join(folder, 'target.yaml');
  const authority = mock.ca === undefined ? {} : { ca: './ca.pem' };
  writeFileSync(target, mockTargetFile(mock.urls, { ...parts, payerKey: './payer.pem', ...authority }));
  if (mock.ca === undefined) return { target };
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, mock.ca);
  return { ca, target };
}

/** Writes variables as a POSIX shell and readers of .env files take them, for the eyes of their owner alone. */
export function writeVariables(file: string, head: string, variables: HandedOut): void {
  const lines = variables.map(([name, value]) => `${name}='${value}'`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [head, ...lines, ''].join('\n'), { mode: 0o600 });
}

/** Tells the payer of a mock where a new provider is, and which key it has. Gives the variables of that provider. */
export async function playTo(mock: Mock, url: string): Promise<HandedOut> {
  const { privateKey, publicKey } = await generateRsaKeyPair();
  mock.cycles.callbackUrl = url;
  mock.cycles.encryptionKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // In one line, for export.
  return [['PROVIDER_PRIVATE_KEY', pem.trim().replaceAll('\n', '\\n')]];
}
