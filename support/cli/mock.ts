import { integratorRoles } from '../adapter/roles';
import type { Mock, ServicePaths } from '../mock/start-mock';
import { startMock } from '../mock/start-mock';
import { mockOptionsFor, servicePathsOf } from '../run/mock-options';
import { embeddedTarget, loadTargetForMock } from '../run/targets';
import { defaultParticipants } from '../targets/embedded';
import { ConfigurationError } from '../targets/errors';
import type { TargetForMock } from '../targets/load';
import type { Target } from '../targets/target';
import { bypassProxy } from './bypass-proxy';
import type { HandOutOptions } from './hand-out-mock';
import { handOut, introduce, introduceToCommand } from './hand-out-mock';
import type { Control, JudgedMockOptions } from './judged-mock';
import { judgeAtMock, targetOfMockClient } from './judged-mock';
import { secretsFromEnvironment } from './mock-credentials';
import { requireOwnEnvFile } from './mock-files';
import { MockHints } from './mock-hints';
import { parseRenaming } from './rename-variables';
import { printBetweenWorkflowCommands } from './report-to-ci';
import { handleStopSignals } from './stop';
import type { Surroundings } from './surroundings';
import { onStderr, printErrorLine, printLine } from './surroundings';
import { warnOfTlsVariable } from './warn-of-tls-variable';
import { wrappedCommandOf } from './wrapped-command';

interface MockCommandOptions extends JudgedMockOptions, HandOutOptions {
  /**
   * Port of the gateway. If `port` or `host` is missing, the mock uses the value in the target file. The
   * default is a free port on 127.0.0.1.
   */
  readonly port?: number;
  readonly host?: string;
  readonly tls: boolean;
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
  // Copied before the suite removes the variable that turns off verification: it belongs to the command.
  const callerEnv = { ...caller.env };
  warnOfTlsVariable(surroundings);
  const renaming = parseRenaming(given.env ?? []);
  const like = given.target === undefined ? undefined : loadTargetForMock(given.target, surroundings.env);
  if (given.variables !== undefined) requireOwnEnvFile(given.variables);
  const target = targetFor(given, like);
  const stop = handleStopSignals({ surroundings, pass: wrapped?.pass });
  const print = printerFor(wrapped === undefined ? given : 'command', surroundings);
  const servesCommand = wrapped !== undefined;
  const hints = new MockHints({ ...{ target, renaming }, ...placesOf(given, like, servesCommand) });
  const servicePaths = servicePathsOf(like ?? { services: {} });
  const serving: Control['serving'] = async ({ mock }) => {
    const certified = await startCertified(mock, target, servicePaths);
    const close = async () => {
      await wrapped?.end();
      await certified.close();
    };
    try {
      const handed = await handOut({ mock, certified }, { given, like, renaming, surroundings });
      print((wrapped === undefined ? introduce : introduceToCommand)(mock, handed, given));
      const env = bypassProxy(callerEnv, Object.values(mock.urls));
      await wrapped?.start(handed.variables, env, stop.now);
    } catch (error) {
      await close();
      throw error;
    }
    return close;
  };
  const control = { stop, print, surroundings, hints, servicePaths, servesCommand, serving };
  try {
    const code = await judgeAtMock(target, given, control);
    return wrapped?.exitCode(code) ?? code;
  } catch (error) {
    throw notListening(error, target);
  } finally {
    stop.release();
  }
}

/** Returns the places in which a user finds the values that the mock accepts. */
const placesOf = (
  { variables: file }: HandOutOptions,
  like: TargetForMock | undefined,
  servesCommand: boolean,
) => ({
  ...{ file, servesCommand },
  hidden: secretsFromEnvironment(like),
  knowsProvider: like !== undefined && like.participants.provider !== defaultParticipants.provider,
});

/** Returns the function that prints the lines of a mock while it serves. */
function printerFor(of: 'command' | Pick<MockCommandOptions, 'json'>, surroundings: Surroundings) {
  const printWith =
    of === 'command' ? printBetweenWorkflowCommands : of.json === true ? printErrorLine : printLine;
  return (text: string): void => {
    printWith(surroundings, text);
  };
}

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

function notListening(error: unknown, { mockListen: { host, port: first } }: Target): unknown {
  const { code, syscall, port = first } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error;
  return new ConfigurationError(
    `port ${port} on ${host} cannot be listened on (${code})`,
    { at: '--port' },
    'name another, or leave the option out for free ports',
  );
}
