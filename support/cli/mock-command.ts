import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { isLoopback } from '../contract/loopback';
import { credentialsOf, describeMock } from '../mock/describe';
import { faults } from '../mock/faults';
import type { Mock } from '../mock/start-mock';
import { generateRsaKeyPair } from '../mock/keys';
import { portsFrom, startMock } from '../mock/start-mock';
import { ConfigurationError } from '../targets/errors';
import { mockOptionsFor } from '../run/mock-options';
import { loadTargetForMock } from '../run/targets';
import { warnOfTlsVariable } from './warn-of-tls-variable';
import { publicPartsOf } from '../scenarios/integrator/played-services';
import type { MockTargetParts } from '../targets/mock-target';
import type { Target } from '../targets/target';
import { ending } from './boundary';
import { freePort } from './free-ports';
import { chooseFolder, requireOwnEnvFile, writeEnvFile, writeMockFiles } from './mock-files';
import { options, wholeNumber } from './options';
import { untilStopped } from './stop';
import { say } from './print';

interface MockCommandOptions {
  /** Absent, as the host: as the target says, or else free ones of this machine. */
  readonly port?: number;
  readonly host?: string;
  readonly tls: boolean;
  readonly target?: string;
  readonly fault?: string;
  readonly variables?: string;
  readonly out?: string;
  readonly callback?: string;
}

const faultWords = Object.entries(faults)
  .map(([name, { words }]) => `${name} (${words})`)
  .join(', ');

/** `conform mock`: serves the mock for work by hand, until it is interrupted. */
export function addMockCommand(conform: Command): void {
  conform
    .command('mock')
    .description('Serve the mock, to work against it by hand.')
    .addOption(options.target('take paths, readings and addresses from this target file'))
    .addOption(
      new Option(
        '--port <n>',
        'port of the gateway; the other services take the next four (0: free ports)',
      ).argParser(wholeNumber(0, 65_531, ', with four free ports behind it')),
    )
    .option('--host <address>', 'address to listen on')
    .option('--no-tls', 'serve plain http')
    .addOption(new Option('--fault <name>', `inject a fault: ${faultWords}`).choices(Object.keys(faults)))
    .option(
      '--env-file, --variables <file>',
      'write the test credentials to this file, for a shell or a reader of .env files (behind npx use --variables: Node takes --env-file for itself)',
    )
    .option(
      '--callback <url>',
      'base address for the callbacks of its payer (default: a free port of this machine)',
    )
    .option(
      '--out <dir>',
      "folder for the authority's certificate and a target file (default: reports/mock, or the next that is free)",
    )
    .action(ending(serve));
}

async function serve(given: MockCommandOptions): Promise<number> {
  warnOfTlsVariable();
  const like = given.target === undefined ? undefined : loadTargetForMock(given.target);
  if (given.variables !== undefined) requireOwnEnvFile(given.variables);
  const mock = await start(given, like);
  const stop = untilStopped();
  try {
    say(await introduce(mock, given, like));
    await stop.come;
    return 0;
  } finally {
    await mock.close();
    stop.release();
  }
}

/** Writes the files of a mock, begins its fault, and says what a person needs to know. */
async function introduce(mock: Mock, given: MockCommandOptions, like: Target | undefined): Promise<string> {
  const provider = await playTo(mock, given.callback);
  const { listen, publicUrl } = provider.callback;
  const files = writeMockFiles(mock, chooseFolder(given.out), { callback: provider.callback, like });
  const variables = [['PROVIDER_PRIVATE_KEY', provider.privateKey]] as const;
  if (given.variables !== undefined) writeEnvFile(given.variables, [...credentialsOf(mock), ...variables]);
  const fault = given.fault === undefined ? undefined : faults[given.fault];
  if (fault !== undefined) mock.stimuli.play(fault.stimulus);
  return [
    describeMock(mock, { ...(files.ca !== undefined && { caFile: files.ca }), variables }),
    ...(fault === undefined ? [] : [`A fault is played: ${fault.words}.\n`]),
    ...(publicUrl === undefined
      ? []
      : [
          `Callbacks go to ${publicUrl}: lead them to ${listen}, or change callback.listen in the target file.\n`,
        ]),
    'Certify it, with the variables above exported:\n',
    ...(given.variables === undefined ? [] : [`set -a; . ${resolve(given.variables)}; set +a`]),
    `npx conform run --target ${files.target}\n`,
    'Ctrl-C ends the mock.',
  ].join('\n');
}

async function start(given: MockCommandOptions, like: Target | undefined): Promise<Mock> {
  const host = given.host ?? like?.mockListen.host ?? '127.0.0.1';
  const first = given.port ?? like?.mockListen.port ?? 0;
  try {
    return await startMock({
      ...(like && (await mockOptionsFor(like))),
      host,
      ports: portsFrom(first),
      tls: given.tls,
      ...(like?.mockPublicUrl !== undefined && publicPartsOf(like.mockPublicUrl)),
    });
  } catch (error) {
    const { code = 'unknown', port: taken } = error as NodeJS.ErrnoException & { port?: number };
    throw new ConfigurationError(
      `port ${taken ?? first} on ${host} cannot be listened on (${code})`,
      { at: '--port' },
      'name another, or leave the option out for free ports',
    );
  }
}

/** Tells the payer of the mock where the provider is, and which key it has. */
async function playTo(
  mock: Mock,
  given: string | undefined,
): Promise<{ callback: MockTargetParts['callback']; privateKey: string }> {
  const { privateKey, publicKey } = await generateRsaKeyPair();
  const url = given ?? `http://127.0.0.1:${await freePort()}`;
  if (!URL.canParse(url))
    throw new ConfigurationError('is not an address', { at: '--callback' }, 'as in http://127.0.0.1:9000');
  mock.cycles.callbackUrl = url;
  mock.cycles.encryptionKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // In one line, for export.
  return { callback: await callbackAt(new URL(url)), privateKey: pem.trim().replaceAll('\n', '\\n') };
}

/** An address of this machine is the port of the suite itself; any other one belongs to a tunnel that leads to it. */
async function callbackAt(url: URL): Promise<MockTargetParts['callback']> {
  const { hostname, port, protocol, pathname, href } = url;
  if (protocol === 'http:' && isLoopback(hostname) && pathname === '/')
    return { listen: `${hostname}:${port || '80'}` };
  return { listen: `127.0.0.1:${await freePort()}`, publicUrl: href.replace(/\/$/, '') };
}
