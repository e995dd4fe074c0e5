import { accessSync, constants } from 'node:fs';
import type { MockAccount } from './account';
import { createAccount } from './account';
import { emptyMockFolder, fillMockFolder, sayMockReady } from './handed-out';
import type { MockService } from './seams';
import { services } from './routes';
import { portsFrom, startMock, type Mock } from './start-mock';
import { defaultTls } from './tls';

/**
 * The mock as a program of its own, for the container. Everything comes in by the environment; nothing that is secret
 * goes out: the one line on stdout names the authority to trust, the ports and the key of the payer, for the process
 * that started it. Where callbacks go, and under which key, comes in too: CALLBACK_URL, CALLBACK_KEY.
 *
 * With MOCK_OUT, a folder, whatever is not given is made up, and all that a suite needs is written there.
 */
type Environment = Readonly<Record<string, string | undefined>>;

const badInput = 2;

/** A variable that is missing or cannot be used; shown as one line, without its value. */
class InputError extends Error {}

async function serve(env: Environment): Promise<void> {
  const folder = given(env, 'MOCK_OUT');
  if (folder !== undefined) inFolder(folder, emptyMockFolder);
  // A process that names the key of its provider has started this one: it knows what it gave, and needs no files.
  const standsAlone = folder !== undefined && given(env, 'CALLBACK_KEY') === undefined;
  const account = createAccount(standsAlone ? givenOf(env) : requiredOf(env));
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
  const ports = Object.fromEntries(services.map((service) => [service, port(service)]));
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

/** Of a suite that shares this container's network. */
const usualCallback = 'http://127.0.0.1:9000';

function requiredOf(env: Environment): Partial<MockAccount> {
  for (const name of Object.values(credentials))
    if (given(env, name) === undefined) throw new InputError(`${name} is not set`);
  return givenOf(env);
}

function givenOf(env: Environment): Partial<MockAccount> {
  const values = Object.entries(credentials).map(([member, name]) => [member, given(env, name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Compose passes a variable that is not set as an empty one. */
const given = (env: Environment, name: string): string | undefined =>
  env[name] === '' ? undefined : env[name];

function inFolder(folder: string, act: (folder: string) => void): void {
  try {
    act(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
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

/** Ends on a signal, and after `maxSeconds`: if the process that started us is killed, nothing stays behind for long. */
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
