import { accessSync, constants } from 'node:fs';
import { defaultReadings } from '../contract/readings';
import type { MockAccount } from './account';
import { createAccount } from './account';
import { containerFileNames, fillMockFolder, sayMockReady } from './handed-out';
import { foreignFileIn, removeOwnFiles } from './own-files';
import type { MockService } from './seams';
import { mockServices } from './routes';
import { portsFrom, startMock, type Mock } from './start-mock';
import { defaultTls } from './tls';

/**
 * The environment variables, which are the only input of the mock when it runs as a program in a container.
 * CALLBACK_URL is the address for callbacks, and CALLBACK_KEY is the public key for encrypting them.
 *
 * On stdout, the mock prints one line of JSON for the process that started it. The line contains the CA to
 * trust, the ports and the payer's public key, but no secrets. If MOCK_OUT names a folder and CALLBACK_KEY is
 * not set, the mock generates the credentials that are not set. It then writes the files that a suite needs
 * to that folder.
 */
type Environment = Readonly<Record<string, string | undefined>>;

const badInput = 2;

/** A missing or unusable variable or folder. Printed as one line, without the variable's value. */
class InputError extends Error {}

async function serve(env: Environment): Promise<void> {
  const folder = given(env, 'MOCK_OUT');
  if (folder !== undefined) inFolder(folder, prepareFolder);
  // The process that sets CALLBACK_KEY also chooses the credentials, so the mock need not write any files for
  // it.
  const standsAlone = folder !== undefined && given(env, 'CALLBACK_KEY') === undefined;
  const account = createAccount(defaultReadings, standsAlone ? givenOf(env) : requiredOf(env));
  const first = wholeNumber(env, 'MOCK_PORT', 0);
  const names = (env.PUBLIC_HOST ?? '').split(',').filter((name) => name !== '');
  const mock = await startMock({
    host: env.MOCK_HOST ?? '127.0.0.1',
    ports: portsFrom(first),
    tls: await defaultTls(names),
    account,
    ...(folder !== undefined && { publicHost: names[0] ?? 'localhost' }),
  });
  mock.cycles.callbackUrl = env.CALLBACK_URL;
  mock.cycles.encryptionKey = env.CALLBACK_KEY;
  endWhenTold(mock, wholeNumber(env, 'MOCK_MAX_SECONDS', 0));
  const port = (service: MockService) => Number(new URL(mock.urls[service]).port);
  const ports = Object.fromEntries(mockServices.map((service) => [service, port(service)]));
  const payerKey = mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' });
  const ready = JSON.stringify({ ready: true, ca: mock.ca, ports, payerKey });
  if (standsAlone) await fillMockFolder(folder, mock, given(env, 'CALLBACK_URL') ?? usualCallback);
  if (folder !== undefined) sayMockReady(folder, ready);
  console.log(ready);
}

const credentials = {
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
  otp: 'TEST_OTP',
  txnId: 'TEST_TXN_ID',
} as const;

/** If this variable is not set, the dummy payer accepts `Bearer` and an access token. */
const optionalCredentials = { dummyPayerToken: 'DUMMY_PAYER_TOKEN' } as const;

/** Default callback URL, for a suite that shares this container's network. */
const usualCallback = 'http://127.0.0.1:9000';

function requiredOf(env: Environment): Partial<MockAccount> {
  for (const name of Object.values(credentials))
    if (given(env, name) === undefined) throw new InputError(`${name} is not set`);
  return givenOf(env);
}

function givenOf(env: Environment): Partial<MockAccount> {
  const values = Object.entries({ ...credentials, ...optionalCredentials }).map(
    ([member, name]) => [member, given(env, name)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/**
 * Returns a variable's value, or `undefined` if it is unset or empty: Docker Compose passes unset variables
 * as empty ones.
 */
const given = (env: Environment, name: string): string | undefined =>
  env[name] === '' ? undefined : env[name];

/**
 * Removes the files of an earlier mock, so that they are not mistaken for those of the current one. Throws an
 * InputError if the folder holds a file of the user with one of their names.
 */
function prepareFolder(folder: string): void {
  const foreign = foreignFileIn(folder, containerFileNames);
  if (foreign !== undefined)
    throw new InputError(
      `${folder} holds ${foreign}, which no mock wrote or which was changed since: mount an empty folder there`,
    );
  removeOwnFiles(folder);
}

function inFolder(folder: string, act: (folder: string) => void): void {
  try {
    act(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new InputError(
      `${folder} cannot be written (${code}): mount a folder there, or set MOCK_OUT to another`,
    );
  }
}

function wholeNumber(env: Environment, name: string, fallback: number): number {
  const value = Number(env[name] ?? fallback);
  if (!Number.isInteger(value) || value < 0) throw new InputError(`${name} must be a whole number`);
  return value;
}

/**
 * Closes the mock on SIGTERM or SIGINT, and after `maxSeconds` unless this is 0. The container thus ends even
 * if the process that started it was killed.
 */
function endWhenTold(mock: Mock, maxSeconds: number): void {
  const end = () => void mock.close().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (maxSeconds > 0) setTimeout(end, maxSeconds * 1000).unref();
}

serve(process.env).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`mock: ${message}`);
  process.exitCode = error instanceof InputError ? badInput : 1;
});
