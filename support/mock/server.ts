import { createAccount } from './account';
import type { MockService } from './seams';
import { services } from './routes';
import { portsFrom, startMock, type Mock } from './start-mock';
import { defaultTls } from './tls';

/**
 * The mock as a program of its own, for the container. Everything comes in by the environment; nothing that is secret
 * goes out: the one line on stdout names the authority to trust, the ports and the key of the payer, for the process
 * that started it. Where callbacks go, and under which key, comes in too: CALLBACK_URL, CALLBACK_KEY.
 */
type Environment = Readonly<Record<string, string | undefined>>;

const badInput = 2;

/** A variable that is missing or cannot be used; shown as one line, without its value. */
class InputError extends Error {}

async function serve(env: Environment): Promise<void> {
  const account = createAccount({
    clientId: required(env, 'CLIENT_ID'),
    clientSecret: required(env, 'CLIENT_SECRET'),
    otp: required(env, 'TEST_OTP'),
    txnId: required(env, 'TEST_TXN_ID'),
  });
  const first = wholeNumber(env, 'MOCK_PORT', 0);
  const names = (env.PUBLIC_HOST ?? '').split(',').filter((name) => name !== '');
  const mock = await startMock({
    host: env.MOCK_HOST ?? '127.0.0.1',
    ports: portsFrom(first),
    tls: await defaultTls(names),
    account,
  });
  mock.cycles.callbackUrl = env.CALLBACK_URL;
  mock.cycles.encryptionKey = env.CALLBACK_KEY;
  endWhenTold(mock, wholeNumber(env, 'MOCK_MAX_SECONDS', 0));
  const port = (service: MockService) => Number(new URL(mock.urls[service]).port);
  const ports = Object.fromEntries(services.map((service) => [service, port(service)]));
  const payerKey = mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' });
  console.log(JSON.stringify({ ready: true, ca: mock.ca, ports, payerKey }));
}

function required(env: Environment, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new InputError(`${name} is not set`);
  return value;
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
