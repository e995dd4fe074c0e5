import { resolve } from 'node:path';
import { integratorRoles } from '../adapter/roles';
import { isLoopback } from '../contract/loopback';
import { addressesOf, credentialsOf, describeMock } from '../mock/describe';
import type { FaultName } from '../mock/fault-words';
import { faultWords } from '../mock/fault-words';
import { faults } from '../mock/faults';
import type { Mock } from '../mock/start-mock';
import type { Variables } from '../mock/handed-out';
import { playTo, writeMockFiles } from '../mock/handed-out';
import { startMock } from '../mock/start-mock';
import { ConfigurationError } from '../targets/errors';
import { mockOptionsFor } from '../run/mock-options';
import { embeddedTarget, loadTargetForMock } from '../run/targets';
import { warnOfTlsVariable } from './warn-of-tls-variable';
import type { MockTargetParts } from '../targets/mock-target';
import type { Target } from '../targets/target';
import { freePort } from './free-ports';
import { chooseFolder, requireOwnEnvFile, writeEnvFile } from './mock-files';
import { untilStopped } from './stop';
import type { JudgedMockOptions } from './judged-mock';
import { judgeAtMock, playedTarget } from './judged-mock';
import { complain, say } from './print';

interface MockCommandOptions extends JudgedMockOptions {
  /** Absent, as the host: as the target says, or else free ones of this machine. */
  readonly port?: number;
  readonly host?: string;
  readonly tls: boolean;
  readonly fault?: FaultName;
  readonly variables?: string;
  readonly out?: string;
  readonly callback?: string;
}

/** `conform mock`: serves the mock for a client, until it is interrupted, and judges what reaches it. */
export async function serve(given: MockCommandOptions): Promise<number> {
  warnOfTlsVariable();
  const like = given.target === undefined ? undefined : loadTargetForMock(given.target);
  if (given.variables !== undefined) requireOwnEnvFile(given.variables);
  const target = targetFor(given, like);
  const stop = untilStopped();
  const print = given.json === true ? complain : say;
  try {
    return await judgeAtMock(target, given, {
      ...{ stop, print },
      async serving({ mock }) {
        const certified = await startCertified(mock, target);
        const close = () => certified.close();
        try {
          print(await introduce({ mock, certified }, given, like));
        } catch (error) {
          await close();
          throw error;
        }
        return close;
      },
    }).catch((error: unknown) => {
      throw notListening(error, target);
    });
  } finally {
    stop.release();
  }
}

/** The mock that judges a client, and its twin for runs of the suite, which send what is wrong on purpose. */
interface Twins {
  readonly mock: Mock;
  readonly certified: Mock;
}

/** Writes the files of a mock, begins its fault, and says what a person needs to know. */
async function introduce(
  { mock, certified }: Twins,
  given: MockCommandOptions,
  like: Target | undefined,
): Promise<string> {
  const provider = await providerAt(certified, given.callback);
  const { listen, publicUrl } = provider.callback;
  const files = writeMockFiles(certified, chooseFolder(given.out), { callback: provider.callback, like });
  const { variables } = provider;
  const addresses = addressesOf(mock, files.ca === undefined ? undefined : resolve(files.ca));
  if (given.variables !== undefined)
    writeEnvFile(given.variables, [...addresses, ...credentialsOf(mock), ...variables]);
  if (given.callback !== undefined) callAlike(mock, certified);
  if (given.fault !== undefined) for (const each of [mock, certified]) each.stimuli.play(faults[given.fault]);
  return [
    describeMock(mock, {
      ...(files.ca !== undefined && { caFile: files.ca }),
      // A long key; where a file has it, a shell takes it from there.
      ...(given.variables === undefined && { variables }),
    }),
    ...(given.fault === undefined ? [] : [`A fault is played: ${faultWords[given.fault]}.\n`]),
    ...(publicUrl === undefined
      ? []
      : [
          `Callbacks go to ${publicUrl}: lead them to ${listen}, or change callback.listen in the target file.\n`,
        ]),
    'What a client sends to these addresses is judged as it comes.\n',
    'Certify the mock, at addresses of its own where nothing is judged, with the variables above exported:\n',
    ...(given.variables === undefined ? [] : [`set -a; . ${resolve(given.variables)}; set +a`]),
    `npx conform run --target ${files.target}\n`,
    'Ctrl-C ends the mock.',
  ].join('\n');
}

function targetFor(given: MockCommandOptions, like: Target | undefined): Target {
  const target = like ?? embeddedTarget;
  const roles = target.roles.length === 0 ? integratorRoles : target.roles;
  const { host = target.mockListen.host, port = target.mockListen.port } = given;
  const played = { ...playedTarget(target, roles, given.tls), mockListen: { host, port } };
  return like === undefined ? { ...played, name: 'client of the mock' } : played;
}

/** The same mock once more, on free ports. */
async function startCertified({ account, keys, ca }: Mock, target: Target): Promise<Mock> {
  const { host } = target.mockListen;
  const tls = ca !== undefined;
  const mock = await startMock({ ...(await mockOptionsFor(target)), host, tls, account, keys });
  // Behind another address, the certificates of the two are of two authorities: one file has both.
  return ca === undefined || mock.ca === ca ? mock : { ...mock, ca: `${ca}${mock.ca}` };
}

function callAlike({ cycles }: Mock, { cycles: { callbackUrl, encryptionKey } }: Mock): void {
  cycles.callbackUrl = callbackUrl;
  cycles.encryptionKey = encryptionKey;
}

function notListening(error: unknown, { mockListen: { host, port: first } }: Target): unknown {
  const { code, syscall, port = first } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error;
  return new ConfigurationError(
    `port ${port} on ${host} cannot be listened on (${code})`,
    { at: '--port' },
    'name another, or leave the option out for free ports',
  );
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
