import { join } from 'node:path';
import { constants } from '../contract/constants';
import { isLoopback } from '../contract/loopback';
import { operationPath } from '../contract/operations';
import { inSingleQuotes, quoteForShell } from '../contract/shell-word';
import type { MockAccount } from './account';
import { generateRsaKeyPair } from './keys';
import { writeOwnFile } from './own-files';
import type { Mock } from './start-mock';
import { payerCertificate } from './tls';
import type { MockTargetParts } from '../targets/mock-target';
import { mockTargetFile } from '../targets/mock-target';

interface Described extends Pick<Mock, 'urls'> {
  readonly account: Pick<
    MockAccount,
    'clientId' | 'clientSecret' | 'otp' | 'txnId' | 'dummyPayerToken' | 'cmId'
  >;
}

interface DescribeOptions {
  /** Path of the file with the CA certificate; `undefined` if the mock serves plain HTTP. */
  readonly caFile?: string;
  /** Additional environment variables that a run against the mock needs. */
  readonly variables?: HandedOut;
  /**
   * The secrets that come from the environment and must not be printed: maps each variable in the text to the variable
   * of the environment that has its value.
   */
  readonly hidden?: ReadonlyMap<string, string>;
  /** Maps names of variables to the names that the user wants instead. */
  readonly renaming?: ReadonlyMap<string, string>;
}

/**
 * Returns the text that a mock for manual use prints when it starts: addresses, test credentials, and a curl
 * command to paste.
 */
export function describeMock(
  mock: Described,
  { caFile, variables: more = [], hidden = new Map(), renaming = new Map() }: DescribeOptions,
): string {
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
    hidden.size === 0
      ? 'The mock is listening. These are test credentials, good for this run and nowhere else.'
      : 'The mock is listening. Secrets from your environment are not printed here.',
    '',
    ...table.map(([name = '', value = '']) => `  ${name.padEnd(12)} ${value}`),
    '',
    ...variables.flatMap(([name, value]) => {
      const own = hidden.get(name);
      const as = renaming.get(name) ?? name;
      if (own === as) return [`# ${as} is set in your environment`];
      return [`export ${as}=${own === undefined ? quoteForShell(value) : `"$${own}"`}`];
    }),
    '',
    'Create a session:',
    '',
    curlLine(mock, caFile, hidden.get('CLIENT_SECRET')),
    '',
  ].join('\n');
}

/** Returns the mock's credentials as the environment variables that a target file refers to. */
export function credentialsOf({ account }: Described): HandedOut {
  const { dummyPayerToken } = account;
  return [
    ['CLIENT_ID', account.clientId],
    ['CLIENT_SECRET', account.clientSecret],
    ['TEST_OTP', account.otp],
    ['TEST_TXN_ID', account.txnId],
    ...(dummyPayerToken === undefined ? [] : [['DUMMY_PAYER_TOKEN', dummyPayerToken] as const]),
  ];
}

/**
 * Returns environment variables with the services' addresses and, if `caFile` is set, the path of the CA
 * certificate.
 */
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

/**
 * Returns a one-line command for POSIX shells that requests a session. The command generates the REQUEST-ID
 * with Node, because not every system has uuidgen.
 * @param variable the environment variable that holds the client secret; if `undefined`, the command contains the secret
 */
function curlLine({ urls, account }: Described, caFile?: string, variable?: string): string {
  return [
    'curl -sS',
    ...(caFile === undefined ? [] : [`--cacert ${quoteForShell(caFile)}`]),
    `-H "REQUEST-ID: $(node -p 'crypto.randomUUID()')"`,
    '-H "TIMESTAMP: $(date -u +%Y-%m-%dT%H:%M:%S.000Z)"',
    `-H ${quoteForShell(`X-CM-ID: ${account.cmId}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${sessionBody(account, variable)}`,
    quoteForShell(`${urls.gateway}${operationPath('session.create')}`),
  ].join(' ');
}

/**
 * Returns the body of a session request as one word for a POSIX shell. The shell fills in a hidden secret, and Node
 * encodes it as a JSON string.
 */
function sessionBody({ clientId, clientSecret }: Described['account'], variable?: string): string {
  const id = inSingleQuotes(JSON.stringify(clientId));
  const secret =
    variable === undefined
      ? inSingleQuotes(JSON.stringify(clientSecret))
      : `'"$(node -p 'JSON.stringify(process.argv[1])' -- "$${variable}")"'`;
  return `'{"clientId":${id},"clientSecret":${secret},"grantType":"${constants.grantType}"}'`;
}

export type HandedOut = readonly (readonly [name: string, value: string])[];

/** The names of the files that {@link writeMockFiles} may write. */
export const mockFileNames = ['payer.pem', 'payer-certificate.pem', 'target.yaml', 'ca.pem'] as const;

/**
 * Writes the files that a run against the mock needs: target file, payer's public key, a certificate of that key, and
 * the CA certificate if the mock serves TLS. Returns the paths of the target file and the CA.
 */
export function writeMockFiles(
  mock: Mock,
  folder: string,
  parts: Pick<MockTargetParts, 'callback' | 'like'>,
): { readonly ca?: string; readonly target: string } {
  const payerKey = mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  writeOwnFile(folder, 'payer.pem', payerKey);
  writeOwnFile(folder, 'payer-certificate.pem', payerCertificate(mock.keys.payer));
  const target = join(folder, 'target.yaml');
  const demandsPayerToken = mock.account.dummyPayerToken !== undefined;
  const authority = mock.ca === undefined ? {} : { ca: './ca.pem' };
  writeOwnFile(
    folder,
    'target.yaml',
    mockTargetFile(mock.urls, { ...parts, demandsPayerToken, payerKey: './payer.pem', ...authority }),
  );
  if (mock.ca === undefined) return { target };
  writeOwnFile(folder, 'ca.pem', mock.ca);
  return { ca: join(folder, 'ca.pem'), target };
}

/**
 * Returns the text of a file with environment variables, which POSIX shells and readers of .env files can read.
 * @param head the first line, a comment
 */
export const variablesText = (head: string, variables: HandedOut): string =>
  `${head}\n${linesOfVariables(variables)}`;

/** Returns variables as lines that a shell and readers of .env files understand. */
export const linesOfVariables = (variables: HandedOut): string =>
  variables.map(([name, value]) => `${name}=${quoteForShell(value)}\n`).join('');

/**
 * Connects the mock's payer with a provider: the payer sends callbacks to `url`, and encrypts them with a new
 * key. Returns the private key that decrypts these callbacks, as an environment variable for the provider.
 */
export async function playTo(mock: Mock, url: string): Promise<HandedOut> {
  const { privateKey, publicKey } = await generateRsaKeyPair();
  mock.cycles.callbackUrl = url;
  mock.cycles.encryptionKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // Escape the line breaks, so that the variable fits on one `export` line.
  return [['PROVIDER_PRIVATE_KEY', pem.trim().replaceAll('\n', '\\n')]];
}

/** The file that the mock writes once it listens. The image's health check reads it. */
const readyFile = 'ready.json';

/** The names of all files that a mock in a container may write. */
export const containerFileNames = [...mockFileNames, 'mock.env', readyFile] as const;

/**
 * Writes the files that a suite in another container needs: target file, CA certificate, payer's public key,
 * and the environment variables in `mock.env`.
 * @param callbackUrl URL at which that suite receives callbacks
 */
export async function fillMockFolder(folder: string, mock: Mock, callbackUrl: string): Promise<void> {
  const provider = await playTo(mock, callbackUrl);
  writeMockFiles(mock, folder, { callback: callbackAt(new URL(callbackUrl)), like: undefined });
  const head = '# Test credentials of the mock beside this file';
  writeOwnFile(folder, 'mock.env', variablesText(head, [...credentialsOf(mock), ...provider]), 0o600);
}

/**
 * Writes the file that the image's health check reads.
 * @param line the JSON line that the mock also prints on stdout
 */
export function sayMockReady(folder: string, line: string): void {
  writeOwnFile(folder, readyFile, line);
}

/**
 * Returns the target file's `callback` part, always with `publicUrl`. Without `publicUrl`, a suite receives
 * callbacks only if all services have loopback addresses. A suite that shares this container's network may
 * still reach the services at other addresses.
 */
function callbackAt({ hostname, port, protocol, href }: URL): MockTargetParts['callback'] {
  const listen = port || (protocol === 'http:' ? '80' : '443');
  return {
    listen: `${isLoopback(hostname) ? hostname : '0.0.0.0'}:${listen}`,
    publicUrl: href.replace(/\/$/, ''),
  };
}
