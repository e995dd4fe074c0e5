import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse, stringify } from 'yaml';
import type { Mock } from '../../support/mock/start-mock';
import { mockTargetFile } from '../../support/targets/mock-target';
import { freePort } from '../ports';
import { temporaryFolder } from '../report/embedded-run';

/** A target file with the environment that it needs. */
export interface WrittenTarget {
  readonly folder: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The target file of a mock, with some members changed. */
export async function writeMockTarget(
  t: TestContext,
  mock: Mock,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<WrittenTarget> {
  const folder = temporaryFolder(t);
  const file = join(folder, 'target.yaml');
  const provider = await providerFor(mock);
  const parts = { ...(mock.ca !== undefined && { ca: './ca.pem' }), callback: { listen: provider.callback } };
  const text = mockTargetFile(mock.urls, { ...parts, payerKey: './payer.pem' });
  writeFileSync(file, stringify({ ...(parse(text) as object), ...changes }));
  if (mock.ca !== undefined) writeFileSync(join(folder, 'ca.pem'), mock.ca);
  writeFileSync(join(folder, 'payer.pem'), provider.payerKey);
  const { clientId, clientSecret, otp, txnId } = mock.account;
  const env = {
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    TEST_OTP: otp,
    TEST_TXN_ID: txnId,
    PROVIDER_PRIVATE_KEY: provider.privateKey,
  };
  return { folder, file, env };
}

const provider = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Tells the payer of a mock where a run on it will listen, and under which key. */
async function providerFor(mock: Mock) {
  const callback = `127.0.0.1:${await freePort()}`;
  mock.cycles.callbackUrl = `http://${callback}`;
  mock.cycles.encryptionKey = provider.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    callback,
    payerKey: mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }),
    privateKey: provider.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A folder with reports of an earlier run, and what they hold now. */
export function earlierReports(t: TestContext): { folder: string; contents: () => string[] } {
  const folder = temporaryFolder(t);
  for (const name of ['results.json', 'recording.jsonl'])
    writeFileSync(join(folder, name), `{"schemaVersion": 3, "earlier": "${name}"}\n`);
  return {
    folder,
    contents: () =>
      ['results.json', 'recording.jsonl'].map((name) => readFileSync(join(folder, name), 'utf8')),
  };
}
