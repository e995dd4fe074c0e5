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
import type { Mock, ServicePaths } from '../mock/start-mock';
import { startMock } from '../mock/start-mock';
import { mockOptionsFor, servicePathsOf } from '../run/mock-options';
import { embeddedTarget, loadTargetForMock } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import type { MockTargetParts } from '../targets/mock-target';
import { defaultParticipants } from '../targets/embedded';
import type { TargetForMock } from '../targets/load';
import type { Target } from '../targets/target';
import { historyIn } from '../run/history-retention';
import { writeTrust } from '../mock/trust';
import { freePort } from './free-ports';
import type { JudgedMockOptions } from './judged-mock';
import { judgeAtMock, targetOfMockClient } from './judged-mock';
import { reportDestinationOf } from './judging-options';
import { credentialLines, secretsFromEnvironment } from './mock-credentials';
import { MockHints } from './mock-hints';
import type { Renaming } from './rename-variables';
import { parseRenaming, renamed } from './rename-variables';
import { printBetweenWorkflowCommands } from './report-to-ci';
import { handleStopSignals } from './stop';
import type { Surroundings } from './surroundings';
import { onStderr, printErrorLine, printLine } from './surroundings';
import { warnOfTlsVariable } from './warn-of-tls-variable';
import { wrappedCommandOf } from './wrapped-command';

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
  /** New names of variables, each like `GATEWAY_URL=MY_NAME`. */
  readonly env?: readonly string[];
}

/**
 * `conform mock`: serves the mock until it is interrupted, and judges the client that talks to it. If
 * the user names a command, that command is the client: the mock starts it and ends with it.
 */
export async function serve(
  command: readonly string[],
  given: MockCommandOptions,
  caller: Surroundings,
): Promise<number> {
  const wrapped = wrappedCommandOf(command, given);
  const surroundings = wrapped === undefined ? caller : onStderr(caller);
  warnOfTlsVariable(surroundings);
  const renaming = parseRenaming(given.env ?? []);
  const like = given.target === undefined ? undefined : loadTargetForMock(given.target, surroundings.env);
  if (given.variables !== undefined) requireOwnEnvFile(given.variables);
  const target = targetFor(given, like);
  const stop = handleStopSignals(wrapped?.pass);
  const print = printerFor(wrapped === undefined ? given : 'command', surroundings);
  const start = async (twins: Twins): Promise<void> => {
    const handed = await handOut(twins, { given, like, renaming, surroundings });
    print((wrapped === undefined ? introduce : introduceToCommand)(twins.mock, handed, given));
    await wrapped?.start(handed.variables, surroundings.env, stop.now);
  };
  const hints = new MockHints({
    target,
    file: given.variables,
    hidden: secretsFromEnvironment(like),
    knowsProvider: like !== undefined && like.participants.provider !== defaultParticipants.provider,
  });
  const servicePaths = like === undefined ? {} : servicePathsOf(like);
  try {
    const code = await judgeAtMock(target, given, {
      ...{ stop, print, surroundings, hints, servicePaths, servesCommand: wrapped !== undefined },
      async serving({ mock }) {
        const certified = await startCertified(mock, target, servicePaths);
        const close = async () => {
          await wrapped?.end();
          await certified.close();
        };
        try {
          await start({ mock, certified });
        } catch (error) {
          await close();
          throw error;
        }
        return close;
      },
    }).catch((error: unknown) => {
      throw notListening(error, target);
    });
    return wrapped?.exitCode(code) ?? code;
  } finally {
    stop.release();
  }
}

/** Returns the function that prints the lines of a mock while it serves. */
function printerFor(of: 'command' | Pick<MockCommandOptions, 'json'>, surroundings: Surroundings) {
  const printWith =
    of === 'command' ? printBetweenWorkflowCommands : of.json === true ? printErrorLine : printLine;
  return (text: string): void => {
    printWith(surroundings, text);
  };
}

/**
 * Two mocks with the same account and keys. `mock` serves a client and judges it. `certified` is for runs of
 * the suite, which send wrong requests on purpose.
 */
interface Twins {
  readonly mock: Mock;
  readonly certified: Mock;
}

interface Handing {
  readonly given: MockCommandOptions;
  readonly like: TargetForMock | undefined;
  readonly renaming: Renaming;
  readonly surroundings: Surroundings;
}

/** The files and variables of a mock, with which a client or a run of the suite reaches it. */
interface Handed {
  readonly files: ReturnType<typeof writeMockFiles>;
  /** All variables, under the names that the user wants. */
  readonly variables: HandedOut;
  /** The variables that only a provider needs. */
  readonly ofProvider: HandedOut;
  readonly callback: MockTargetParts['callback'];
  /** Lines about the credentials that a target configures. */
  readonly credentials: readonly string[];
  /** The variables whose values are secrets of the caller's environment. */
  readonly hidden: ReadonlyMap<string, string>;
}

/** Writes a mock's files, and starts to inject the fault that --fault names, if any. */
async function handOut(
  { mock, certified }: Twins,
  { given, like, renaming, surroundings }: Handing,
): Promise<Handed> {
  const hidden = secretsFromEnvironment(like);
  const { variables: ofProvider, callback, url } = await providerAt(certified, given.callback);
  const folder = chooseFolder(given.out);
  const files = writeMockFiles(certified, folder, { callback, like });
  const warn = (text: string): void => {
    printErrorLine(surroundings, `! ${text}`);
  };
  const trust = ({ ca, caFile }: { readonly ca: string; readonly caFile: string }): HandedOut =>
    writeTrust({ ca, caFile, folder, env: surroundings.env, warn });
  const variables = renamed(
    [
      ...addressesOf(mock, files.ca === undefined ? undefined : resolve(files.ca)),
      ...(files.ca === undefined ? [] : trust({ ca: certified.ca ?? '', caFile: files.ca })),
      ...credentialsOf(mock),
      ...ofProvider,
      ...(given.callback === undefined ? [] : [['CALLBACK_URL', url] as const]),
    ],
    renaming,
  );
  if (given.variables !== undefined)
    writeEnvFile(given.variables, [...variables, ['MOCK_PID', String(process.pid)]], hidden.size > 0);
  if (given.callback !== undefined) callAlike(mock, certified);
  if (given.fault !== undefined)
    for (const each of [mock, certified]) each.stimuli.play(faultsByName[given.fault]);
  const credentials = credentialLines(like, given.variables);
  return { files, variables, ofProvider, callback, credentials, hidden };
}

/** Returns instructions for the user of a mock. */
function introduce(
  mock: Mock,
  { files, variables, ofProvider, callback, credentials, hidden }: Handed,
  given: MockCommandOptions,
): string {
  const { listen, publicUrl } = callback;
  return [
    describeMock(mock, {
      ...(files.ca !== undefined && { caFile: files.ca }),
      // The variables contain a long private key, so print them only if they are not written to a file.
      ...(given.variables === undefined && { variables: ofProvider }),
      hidden,
    }),
    ...credentials.map((line) => `${line}\n`),
    ...(given.fault === undefined ? [] : [faultLine(given.fault)]),
    ...(publicUrl === undefined
      ? []
      : [
          `Callbacks go to ${publicUrl}: lead them to ${listen}, or change callback.listen in the target file.\n`,
        ]),
    `${forClient(given)}\n`,
    'What a client sends to these addresses is judged as it comes.\n',
    ...(hasNamesOfRun(mock, variables)
      ? [
          'Certify the mock, at addresses of its own where nothing is judged, with the variables above exported:\n',
          ...(given.variables === undefined ? [] : [`set -a; . ${resolve(given.variables)}; set +a`]),
          `npx conform run --target ${files.target}\n`,
        ]
      : []),
    'Ctrl-C ends the mock.',
  ].join('\n');
}

/** Returns instructions for the terminal of the client, which needs the variables. */
const forClient = ({ variables }: MockCommandOptions): string =>
  variables === undefined
    ? 'In the terminal of your client: paste the export lines above. With --variables FILE, a file holds them and the addresses.'
    : `In the terminal of your client:  set -a; . ${resolve(variables)}; set +a`;

/** Whether the variables that the mock's target file names have these names still. */
function hasNamesOfRun(mock: Mock, variables: HandedOut): boolean {
  const names = new Set(variables.map(([name]) => name));
  return credentialsOf(mock).every(([name]) => names.has(name)) && names.has('PROVIDER_PRIVATE_KEY');
}

/** Returns the lines to print before a command starts. Leaves out credentials, because CI keeps the output. */
function introduceToCommand(
  { urls }: Mock,
  { variables, credentials }: Handed,
  given: MockCommandOptions,
): string {
  const names = variables.map(([name]) => name).join(', ');
  const { root } = reportDestinationOf(given);
  return [
    `The mock listens (gateway: ${urls.gateway}). Your command finds it by ${names}.`,
    ...credentials,
    `When the command has ended, the verdicts follow, and the report in ${given.reports ?? historyIn(root)}.`,
    ...(given.fault === undefined ? [] : [faultLine(given.fault).trimEnd()]),
  ].join('\n');
}

const faultLine = (fault: FaultName): string => `A fault is played: ${faultDescriptions[fault]}.\n`;

function targetFor(given: MockCommandOptions, like: Target | undefined): Target {
  const target = like ?? embeddedTarget;
  const roles = target.roles.length === 0 ? integratorRoles : target.roles;
  const { host = target.mockListen.host, port = target.mockListen.port } = given;
  const played = { ...targetOfMockClient(target, roles, given.tls), mockListen: { host, port } };
  return like === undefined ? { ...played, name: 'client of the mock' } : played;
}

/** Starts a second mock with the same account and keys, on free ports. */
async function startCertified(
  { account, keys, ca }: Mock,
  target: Target,
  servicePaths: ServicePaths,
): Promise<Mock> {
  const { host } = target.mockListen;
  const tls = ca !== undefined;
  const mock = await startMock({ ...mockOptionsFor(target), host, tls, account, keys, servicePaths });
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
 * Registers a provider with the mock's payer, at the given address or on a free port. Port 0 of the address
 * stands for a free port. Throws a ConfigurationError if the address is invalid.
 */
async function providerAt(
  mock: Mock,
  given: string | undefined,
): Promise<{ callback: MockTargetParts['callback']; variables: HandedOut; url: string }> {
  const named = given ?? 'http://127.0.0.1:0';
  const address = URL.parse(named);
  if (address === null)
    throw new ConfigurationError('is not an address', { at: '--callback' }, 'as in http://127.0.0.1:9000');
  const isFree = address.port === '0';
  if (isFree) address.port = String(await freePort());
  const url = isFree ? address.href.replace(/\/$/, '') : named;
  const variables = await playTo(mock, url);
  return { callback: await callbackAt(address), variables, url };
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

export function writeEnvFile(file: string, variables: HandedOut, isPrivate = false): void {
  writeVariables(file, `${envHead}${process.pid}`, variables, isPrivate);
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
