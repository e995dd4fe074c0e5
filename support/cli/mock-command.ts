import { resolve } from 'node:path';
import { isLoopback } from '../contract/loopback';
import { credentialsOf, describeMock } from '../mock/describe';
import type { FaultName } from '../mock/fault-words';
import { faultWords } from '../mock/fault-words';
import { faults } from '../mock/faults';
import type { Mock } from '../mock/start-mock';
import type { Variables } from '../mock/handed-out';
import { playTo, writeMockFiles } from '../mock/handed-out';
import { portsFrom, startMock } from '../mock/start-mock';
import { ConfigurationError } from '../targets/errors';
import { mockOptionsFor } from '../run/mock-options';
import { loadTargetForMock } from '../run/targets';
import { warnOfTlsVariable } from './warn-of-tls-variable';
import { publicPartsOf } from '../scenarios/integrator/played-services';
import type { MockTargetParts } from '../targets/mock-target';
import type { Target } from '../targets/target';
import { freePort } from './free-ports';
import { chooseFolder, requireOwnEnvFile, writeEnvFile } from './mock-files';
import { untilStopped } from './stop';
import { say } from './print';

interface MockCommandOptions {
  /** Absent, as the host: as the target says, or else free ones of this machine. */
  readonly port?: number;
  readonly host?: string;
  readonly tls: boolean;
  readonly target?: string;
  readonly fault?: FaultName;
  readonly variables?: string;
  readonly out?: string;
  readonly callback?: string;
}

/** `conform mock`: serves the mock for work by hand, until it is interrupted. */
export async function serve(given: MockCommandOptions): Promise<number> {
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
  const provider = await providerAt(mock, given.callback);
  const { listen, publicUrl } = provider.callback;
  const files = writeMockFiles(mock, chooseFolder(given.out), { callback: provider.callback, like });
  const { variables } = provider;
  if (given.variables !== undefined) writeEnvFile(given.variables, [...credentialsOf(mock), ...variables]);
  if (given.fault !== undefined) mock.stimuli.play(faults[given.fault]);
  return [
    describeMock(mock, { ...(files.ca !== undefined && { caFile: files.ca }), variables }),
    ...(given.fault === undefined ? [] : [`A fault is played: ${faultWords[given.fault]}.\n`]),
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

/** The provider that the payer of the mock calls back. */
async function providerAt(
  mock: Mock,
  given: string | undefined,
): Promise<{ callback: MockTargetParts['callback']; variables: Variables }> {
  const url = given ?? `http://127.0.0.1:${await freePort()}`;
  if (!URL.canParse(url))
    throw new ConfigurationError('is not an address', { at: '--callback' }, 'as in http://127.0.0.1:9000');
  const variables = await playTo(mock, url);
  return { callback: await callbackAt(new URL(url)), variables };
}

/** An address of this machine is the port of the suite itself; any other one belongs to a tunnel that leads to it. */
async function callbackAt(url: URL): Promise<MockTargetParts['callback']> {
  const { hostname, port, protocol, pathname, href } = url;
  if (protocol === 'http:' && isLoopback(hostname) && pathname === '/')
    return { listen: `${hostname}:${port || '80'}` };
  return { listen: `127.0.0.1:${await freePort()}`, publicUrl: href.replace(/\/$/, '') };
}
