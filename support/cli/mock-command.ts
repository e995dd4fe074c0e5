import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { describeMock } from '../mock/describe';
import type { Mock } from '../mock/start-mock';
import { portsFrom, startMock } from '../mock/start-mock';
import { ConfigurationError } from '../target/errors';
import { mockTargetFile } from '../target/mock-target';

interface MockCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly tls: boolean;
  readonly out: string;
}

/** `conform mock`: serves the mock for work by hand, until it is interrupted. */
export function addMockCommand(conform: Command): void {
  conform
    .command('mock')
    .description('Serve the mock for work by hand.')
    .option(
      '--port <n>',
      'port of the gateway; the other services take the next four (0: free ports)',
      parsePort,
      0,
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--no-tls', 'serve plain http')
    .option('--out <dir>', "folder for the authority's certificate and a target file", 'reports/mock')
    .action(async (options: MockCommandOptions) => {
      const mock = await start(options);
      const files = writeFiles(mock, options.out);
      console.log(describeMock(mock, files.ca === undefined ? {} : { caFile: files.ca }));
      console.log(
        `Certify it, with the variables above exported:\n\nnpx conform run --target ${files.target}\n\nCtrl-C ends the mock.`,
      );
      await interrupted();
      await mock.close();
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_531)
    throw new InvalidArgumentError('a whole number from 0 to 65531, with four free ports behind it');
  return port;
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

function writeFiles(mock: Mock, folder: string): { ca?: string; target: string } {
  mkdirSync(folder, { recursive: true });
  const target = join(folder, 'target.yaml');
  writeFileSync(target, mockTargetFile(mock.urls, mock.ca === undefined ? undefined : './ca.pem'));
  if (mock.ca === undefined) return { target };
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, mock.ca);
  return { ca, target };
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        resolve();
      });
  });
}
