import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants } from '../contract/constants';
import { isLoopback } from '../contract/loopback';
import { operationPath } from '../contract/operations';
import type { MockAccount } from './account';
import { generateRsaKeyPair } from './keys';
import type { Mock } from './start-mock';
import type { MockTargetParts } from '../targets/mock-target';
import { mockTargetFile } from '../targets/mock-target';

/** What of a mock a person has to know. */
interface Described extends Pick<Mock, 'urls'> {
  readonly account: Pick<MockAccount, 'clientId' | 'clientSecret' | 'otp' | 'txnId' | 'cmId'>;
}

interface DescribeOptions {
  /** Where the caller wrote the CA's PEM; left out where the mock speaks plain http. */
  readonly caFile?: string;
  /** More variables that a run against the mock needs. */
  readonly variables?: HandedOut;
}

/** The start-up text for work by hand: addresses, test credentials, and a request that can be pasted. */
export function describeMock(mock: Described, { caFile, variables: more = [] }: DescribeOptions): string {
  const { urls } = mock;
  const table = [
    ['gateway', urls.gateway],
    ['identity', urls.identity],
    ['registry', urls.registry],
    ['dummy payer', urls.dummyPayer],
    ['provider', urls.provider],
    ...(caFile === undefined ? [] : [['CA', caFile]]),
  ];
  const variables = [...credentialsOf(mock), ...more];
  return [
    'The mock is listening. These are test credentials, good for this run and nowhere else.',
    '',
    ...table.map(([name = '', value = '']) => `  ${name.padEnd(12)} ${value}`),
    '',
    ...variables.map(([name, value]) => `export ${name}=${quote(value)}`),
    '',
    'Create a session:',
    '',
    curlLine(mock, caFile),
    '',
  ].join('\n');
}

/** The variables under which a target file finds the credentials of a mock. */
export function credentialsOf({ account }: Described): HandedOut {
  return [
    ['CLIENT_ID', account.clientId],
    ['CLIENT_SECRET', account.clientSecret],
    ['TEST_OTP', account.otp],
    ['TEST_TXN_ID', account.txnId],
  ];
}

/** Where a client finds the services, and the file of the authority that it has to trust. */
export function addressesOf({ urls }: Pick<Mock, 'urls'>, caFile?: string): HandedOut {
  return [
    ['GATEWAY_URL', urls.gateway],
    ['IDENTITY_URL', urls.identity],
    ['REGISTRY_URL', urls.registry],
    ['DUMMY_PAYER_URL', urls.dummyPayer],
    ['PROVIDER_URL', urls.provider],
    ...(caFile === undefined ? [] : [['CA_FILE', caFile] as const]),
  ];
}

/** One line for any POSIX shell; node makes the REQUEST-ID, since not every system has uuidgen. */
function curlLine({ urls, account }: Described, caFile?: string): string {
  const { clientId, clientSecret } = account;
  const body = JSON.stringify({ clientId, clientSecret, grantType: constants.grantType });
  return [
    'curl -sS',
    ...(caFile === undefined ? [] : [`--cacert ${quote(caFile)}`]),
    `-H "REQUEST-ID: $(node -p 'crypto.randomUUID()')"`,
    '-H "TIMESTAMP: $(date -u +%Y-%m-%dT%H:%M:%S.000Z)"',
    `-H ${quote(`X-CM-ID: ${account.cmId}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quote(body)}`,
    quote(`${urls.gateway}${operationPath('session.create')}`),
  ].join(' ');
}

/** A word that a POSIX shell takes as it stands. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

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

/** What the mock says of itself once it listens. The check of its health reads it. */
const readyFile = 'ready.json';

/** Removes what an earlier mock left, so that it is not taken for what this one writes. */
export function emptyMockFolder(folder: string): void {
  for (const name of [readyFile, 'mock.env', 'target.yaml', 'ca.pem', 'payer.pem'])
    rmSync(join(folder, name), { force: true });
}

/**
 * Writes what a suite in another container needs: target file, authority, and the variables in `mock.env`.
 * @param callbackUrl where that suite takes callbacks
 */
export async function fillMockFolder(folder: string, mock: Mock, callbackUrl: string): Promise<void> {
  const provider = await playTo(mock, callbackUrl);
  writeMockFiles(mock, folder, { callback: callbackAt(new URL(callbackUrl)), like: undefined });
  const variables = [...credentialsOf(mock), ...provider];
  writeVariables(join(folder, 'mock.env'), '# Test credentials of the mock beside this file', variables);
}

/** @param line what stdout is told */
export function sayMockReady(folder: string, line: string): void {
  writeFileSync(join(folder, readyFile), line);
}

/** Names the address in full: those of the services do not tell that the suite shares this container's network. */
function callbackAt({ hostname, port, protocol, href }: URL): MockTargetParts['callback'] {
  const listen = port || (protocol === 'http:' ? '80' : '443');
  return {
    listen: `${isLoopback(hostname) ? hostname : '0.0.0.0'}:${listen}`,
    publicUrl: href.replace(/\/$/, ''),
  };
}
