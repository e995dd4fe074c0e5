import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { integratorRoles } from '../adapter/roles';
import { isOtherProcessAlive } from '../contract/is-process-alive';
import { isLoopback } from '../contract/loopback';
import type { HandedOut } from '../mock/handed-out';
import {
  addressesOf,
  credentialsOf,
  describeMock,
  playTo,
  writeMockFiles,
  writeVariables,
} from '../mock/handed-out';
import type { FaultName } from '../mock/stimuli';
import { faultDescriptions, faultsByName } from '../mock/stimuli';
import type { Mock } from '../mock/start-mock';
import { startMock } from '../mock/start-mock';
import { mockOptionsFor } from '../run/mock-options';
import { embeddedTarget, loadTargetForMock } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import type { MockTargetParts } from '../targets/mock-target';
import type { Target } from '../targets/target';
import { freePort } from './free-ports';
import type { JudgedMockOptions } from './judged-mock';
import { judgeAtMock, targetOfMockClient } from './judged-mock';
import { handleStopSignals } from './stop';
import type { Surroundings } from './surroundings';
import { printErrorLine, printLine } from './surroundings';
import { warnOfTlsVariable } from './warn-of-tls-variable';

interface MockCommandOptions extends JudgedMockOptions {
  /**
   * Port of the gateway. If `port` or `host` is missing, the mock uses the value in the target file. The
   * default is a free port on 127.0.0.1.
   */
  readonly port?: number;
  readonly host?: string;
  readonly tls: boolean;
  readonly fault?: FaultName;
  readonly variables?: string;
  readonly out?: string;
  readonly callback?: string;
}

/** `conform mock`: serves the mock until it is interrupted, and judges the client that talks to it. */
export async function serve(
  _args: readonly string[],
  given: MockCommandOptions,
  surroundings: Surroundings,
): Promise<number> {
  warnOfTlsVariable(surroundings);
  const like = given.target === undefined ? undefined : loadTargetForMock(given.target, surroundings.env);
  if (given.variables !== undefined) requireOwnEnvFile(given.variables);
  const target = targetFor(given, like);
  const stop = handleStopSignals();
  const print = (text: string): void => {
    (given.json === true ? printErrorLine : printLine)(surroundings, text);
  };
  try {
    return await judgeAtMock(target, given, {
      ...{ stop, print, surroundings },
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

/**
 * Two mocks with the same account and keys. `mock` serves a client and judges it. `certified` is for runs of
 * the suite, which send wrong requests on purpose.
 */
interface Twins {
  readonly mock: Mock;
  readonly certified: Mock;
}

/**
 * Writes a mock's files, and starts to inject the fault that --fault names, if any. Returns instructions for
 * the user.
 */
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
  if (given.fault !== undefined)
    for (const each of [mock, certified]) each.stimuli.play(faultsByName[given.fault]);
  return [
    describeMock(mock, {
      ...(files.ca !== undefined && { caFile: files.ca }),
      // The variables contain a long private key, so print them only if they are not written to a file.
      ...(given.variables === undefined && { variables }),
    }),
    ...(given.fault === undefined ? [] : [`A fault is played: ${faultDescriptions[given.fault]}.\n`]),
    ...(publicUrl === undefined
      ? []
      : [
          `Callbacks go to ${publicUrl}: lead them to ${listen}, or change callback.listen in the target file.\n`,
        ]),
    `${forClient(given)}\n`,
    'What a client sends to these addresses is judged as it comes.\n',
    'Certify the mock, at addresses of its own where nothing is judged, with the variables above exported:\n',
    ...(given.variables === undefined ? [] : [`set -a; . ${resolve(given.variables)}; set +a`]),
    `npx conform run --target ${files.target}\n`,
    'Ctrl-C ends the mock.',
  ].join('\n');
}

/** Returns instructions for the terminal of the client, which needs the variables. */
const forClient = ({ variables }: MockCommandOptions): string =>
  variables === undefined
    ? 'In the terminal of your client: paste the export lines above. With --variables FILE, a file holds them and the addresses.'
    : `In the terminal of your client:  set -a; . ${resolve(variables)}; set +a`;

function targetFor(given: MockCommandOptions, like: Target | undefined): Target {
  const target = like ?? embeddedTarget;
  const roles = target.roles.length === 0 ? integratorRoles : target.roles;
  const { host = target.mockListen.host, port = target.mockListen.port } = given;
  const played = { ...targetOfMockClient(target, roles, given.tls), mockListen: { host, port } };
  return like === undefined ? { ...played, name: 'client of the mock' } : played;
}

/** Starts a second mock with the same account and keys, on free ports. */
async function startCertified({ account, keys, ca }: Mock, target: Target): Promise<Mock> {
  const { host } = target.mockListen;
  const tls = ca !== undefined;
  const mock = await startMock({ ...mockOptionsFor(target), host, tls, account, keys });
  // If the first mock has a public address, the two mocks have different certificate authorities. In that
  // case, give the clients both certificates.
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

/**
 * Registers a provider with the mock's payer, at the given address or on a free port. Throws a
 * ConfigurationError if the address is invalid.
 */
async function providerAt(
  mock: Mock,
  given: string | undefined,
): Promise<{ callback: MockTargetParts['callback']; variables: HandedOut }> {
  const url = given ?? `http://127.0.0.1:${await freePort()}`;
  if (!URL.canParse(url))
    throw new ConfigurationError('is not an address', { at: '--callback' }, 'as in http://127.0.0.1:9000');
  const variables = await playTo(mock, url);
  return { callback: await callbackAt(new URL(url)), variables };
}

/**
 * Returns the address at which the suite listens for callbacks. If `url` is plain http on this machine and
 * has an empty path, that is its host and port. Otherwise it is a free port, and the user must forward
 * requests from `url` to it.
 */
async function callbackAt(url: URL): Promise<MockTargetParts['callback']> {
  const { hostname, port, protocol, pathname, href } = url;
  if (protocol === 'http:' && isLoopback(hostname) && pathname === '/')
    return { listen: `${hostname}:${port || '80'}` };
  return { listen: `127.0.0.1:${await freePort()}`, publicUrl: href.replace(/\/$/, '') };
}

const usualFolder = 'reports/mock';
const mostFolders = 100;

/**
 * Claims the folder for a mock's files: the named folder, or the first of `reports/mock`, `reports/mock-2`
 * … that no running mock uses. Throws a ConfigurationError if a running mock uses the named folder.
 */
export function chooseFolder(named: string | undefined): string {
  if (named !== undefined) {
    const { holder } = claimFolder(named);
    if (holder === undefined) return named;
    throw new ConfigurationError(
      `${named} holds the files of another mock, process ${holder}`,
      { at: '--out' },
      'name another folder, or end that mock first',
    );
  }
  for (let number = 1; number <= mostFolders; number += 1) {
    const folder = number === 1 ? usualFolder : `${usualFolder}-${number}`;
    if (claimFolder(folder).holder === undefined) return folder;
  }
  throw new ConfigurationError(`${mostFolders} mocks run here`, { at: '--out' }, 'name another folder');
}

const envHead = '# Test credentials of conform mock, process ';

/**
 * Throws a ConfigurationError if the file exists, unless it is empty or was written by a mock that no longer
 * runs.
 */
export function requireOwnEnvFile(file: string): void {
  if (!existsSync(file)) return;
  const [head = ''] = readFileSync(file, 'utf8').split('\n');
  const holder = Number(head.slice(envHead.length));
  // An empty file, as mktemp creates it, may be replaced.
  if (head === '') return;
  if (head.startsWith(envHead) && !isOtherProcessAlive(holder)) return;
  throw new ConfigurationError(
    head.startsWith(envHead) ? `is of another mock, process ${holder}` : 'is there already, and of no mock',
    { at: '--variables', file },
    'name another file',
  );
}

export function writeEnvFile(file: string, variables: HandedOut): void {
  writeVariables(file, `${envHead}${process.pid}`, variables);
}

/** File with the id of the process that uses the folder. */
const claimFile = 'mock.pid';

/**
 * Claims a folder for this process until the process ends. If another running process has already claimed the
 * folder, returns that process's id.
 */
function claimFolder(folder: string): { readonly holder?: number } {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, claimFile);
  for (;;)
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.once('exit', () => {
        rmSync(file, { force: true });
      });
      return {};
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(file, 'utf8'));
      if (isOtherProcessAlive(holder)) return { holder };
      // The process that claimed the folder no longer runs, so remove its claim and try again.
      rmSync(file, { force: true });
    }
}
