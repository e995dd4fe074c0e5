import { constants, publicEncrypt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Mock } from '../../support/mock/start-mock';
import { startMock } from '../../support/mock/start-mock';
import { conform } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';

/** A mock, a provider that it calls back, and the contract as `conform contract` writes it for both. */
export interface Scene {
  readonly folder: string;
  readonly mock: Mock;
  /** What a user fills in. */
  readonly secrets: Readonly<Record<'clientId' | 'clientSecret' | 'otpCiphertext' | 'txnId', string>>;
  readonly callbackUrl: string;
  /** Request lines that reached the provider from the programs, in order. */
  readonly received: readonly string[];
}

export async function openScene(t: TestContext): Promise<Scene> {
  const mock = await startMock({ tls: false, onError: () => undefined });
  t.after(() => mock.close());
  const { url: callbackUrl, received } = await startProvider(t);
  const folder = realpathSync(temporaryFolder(t));
  const { provider, ...services } = mock.urls;
  const target = { name: 'mock', services: { ...services, provider } };
  writeFileSync(join(folder, 'target.yaml'), JSON.stringify(target));
  const args = ['--openapi', 'openapi', '--postman', 'postman', '--target', 'target.yaml'];
  const { code, stderr } = await conform(['contract', ...args], { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  const { clientId, clientSecret, otp, txnId } = mock.account;
  const otpCiphertext = encrypted(mock, otp);
  return { folder, mock, callbackUrl, received, secrets: { clientId, clientSecret, otpCiphertext, txnId } };
}

function encrypted(mock: Mock, value: string): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const key = { key: mock.keys.registry.publicKey, padding, oaepHash: 'sha1' };
  return publicEncrypt(key, Buffer.from(value)).toString('base64');
}

/** Takes everything with 202. */
async function startProvider(t: TestContext): Promise<{ readonly url: string; readonly received: string[] }> {
  const received: string[] = [];
  const server = createServer((request, answer) => {
    received.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume().on('end', () => answer.writeHead(202).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
