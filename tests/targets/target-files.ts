import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** A payer's key as a file holds it: SPKI in PEM. */
export const payerKey = pair.publicKey;

/** The private key that belongs to it: PKCS #8 in PEM. */
export const { privateKey } = pair;

/** The environment of these tests; nothing else is set. */
export const environment = {
  CLIENT_ID: 'a-client',
  CLIENT_SECRET: 'canary-of-the-client-secret',
  DUMMY_PAYER_TOKEN: 'canary-of-the-payer-token',
  TEST_OTP: '482913',
  TEST_TXN_ID: 'a-transaction',
  // In one line, as it stands in many an environment.
  PROVIDER_PRIVATE_KEY: pair.privateKey.replaceAll('\n', '\\n'),
  DATABASE_URL: 'postgres://hospital:canary-of-a-password@127.0.0.1/records',
  LOG_LEVEL: 'debug',
  EMPTY: '',
};

/** A folder with `target.yaml`, and the path of that file. */
export function targetFile(
  t: TestContext,
  text: string,
  others: Readonly<Record<string, string>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [name, content] of Object.entries({ ...others, 'target.yaml': text }))
    writeFileSync(join(folder, name), content);
  return join(folder, 'target.yaml');
}

/** Lines of a file. */
export const joinLines = (...each: readonly string[]): string => `${each.join('\n')}\n`;
