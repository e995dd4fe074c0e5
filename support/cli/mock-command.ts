import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describeMock } from '../mock/describe';
import type { Mock } from '../mock/start-mock';
import { generateRsaKeyPair } from '../mock/keys';
import { portsFrom, startMock } from '../mock/start-mock';
import { ConfigurationError } from '../targets/errors';
import { mockTargetFile } from '../targets/mock-target';
import { ending } from './boundary';
import { freePort } from './free-ports';
import { options, wholeNumber } from './options';
import { untilStopped } from './stop';

interface MockCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly tls: boolean;
  readonly out: string;
  readonly callback?: string;
}

/** `conform mock`: serves the mock for work by hand, until it is interrupted. */
export function addMockCommand(conform: Command): void {
  conform
    .command('mock')
    .description('Serve the mock for work by hand.')
    .addOption(
      options.port(
        'port of the gateway; the other services take the next four (0: free ports)',
        wholeNumber(0, 65_531, ', with four free ports behind it'),
      ),
    )
    .addOption(options.host())
    .option('--no-tls', 'serve plain http')
    .option('--callback <url>', 'base of the callbacks of its payer; a free port of this machine by default')
    .option('--out <dir>', "folder for the authority's certificate and a target file", 'reports/mock')
    .action(ending(serve));
}

async function serve(given: MockCommandOptions): Promise<number> {
  const mock = await start(given);
  const provider = await playTo(mock, given.callback);
  const files = writeFiles(mock, given.out, provider.callback);
  console.log(
    describeMock(mock, {
      ...(files.ca !== undefined && { caFile: files.ca }),
      variables: [['PROVIDER_PRIVATE_KEY', provider.privateKey]],
    }),
  );
  console.log(
    `Certify it, with the variables above exported:\n\nnpx conform run --target ${files.target}\n\nCtrl-C ends the mock.`,
  );
  const stop = untilStopped();
  await stop.come;
  await mock.close();
  stop.release();
  return 0;
}

async function start({ port, host, tls }: MockCommandOptions): Promise<Mock> {
  try {
    return await startMock({ host, ports: portsFrom(port), tls });
  } catch (error) {
    const { code = 'unknown', port: taken } = error as NodeJS.ErrnoException & { port?: number };
    throw new ConfigurationError(
      `port ${taken ?? port} on ${host} cannot be listened on (${code})`,
      { at: '--port' },
      'name another, or leave the option out for free ports',
    );
  }
}

/** Tells the payer of the mock where the provider is, and which key it has. */
async function playTo(
  mock: Mock,
  given: string | undefined,
): Promise<{ callback: string; privateKey: string }> {
  const { privateKey, publicKey } = await generateRsaKeyPair();
  const url = given ?? `http://127.0.0.1:${await freePort()}`;
  if (!URL.canParse(url))
    throw new ConfigurationError('is not an address', { at: '--callback' }, 'as in http://127.0.0.1:9000');
  mock.cycles.callbackUrl = url;
  mock.cycles.encryptionKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { hostname, port, protocol } = new URL(url);
  // In one line, for export.
  return {
    callback: `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`,
    privateKey: pem.trim().replaceAll('\n', '\\n'),
  };
}

function writeFiles(mock: Mock, folder: string, callback: string): { ca?: string; target: string } {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'payer.pem'), mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }));
  const target = join(folder, 'target.yaml');
  const parts = { callback, payerKey: './payer.pem', ...(mock.ca !== undefined && { ca: './ca.pem' }) };
  writeFileSync(target, mockTargetFile(mock.urls, parts));
  if (mock.ca === undefined) return { target };
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, mock.ca);
  return { ca, target };
}
