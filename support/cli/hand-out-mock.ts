import { resolve } from 'node:path';
import { isLoopback } from '../contract/loopback';
import { shellWord } from '../contract/shell-word';
import type { HandedOut } from '../mock/handed-out';
import { addressesOf, credentialsOf, describeMock, playTo, writeMockFiles } from '../mock/handed-out';
import type { Mock } from '../mock/start-mock';
import type { FaultName } from '../mock/stimuli';
import { faultDescriptions, faultsByName } from '../mock/stimuli';
import { readTrusted, writeTrust } from '../mock/trust';
import { historyIn } from '../run/history-retention';
import { ConfigurationError } from '../targets/errors';
import type { TargetForMock } from '../targets/load';
import type { MockTargetParts } from '../targets/mock-target';
import { freePort } from './free-ports';
import type { JudgingOptions } from './judging-options';
import { reportDestinationOf } from './judging-options';
import { credentialLines, secretsFromEnvironment } from './mock-credentials';
import { chooseFolder, writeEnvFile } from './mock-files';
import type { Renaming } from './rename-variables';
import { pidVariable, renamed } from './rename-variables';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

/** The options for the variables and files of a mock. */
export interface HandOutOptions extends JudgingOptions {
  readonly fault?: FaultName;
  /** File for the variables. */
  readonly variables?: string;
  /** Folder for the mock's files. */
  readonly out?: string;
  /** Base address of the callbacks. */
  readonly callback?: string;
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
  readonly given: HandOutOptions;
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
  /** The variables that contain secrets of the caller's environment. */
  readonly hidden: ReadonlyMap<string, string>;
  readonly renaming: Renaming;
}

/** Writes a mock's files, and starts to inject the fault that --fault names, if any. */
export async function handOut(
  { mock, certified }: Twins,
  { given, like, renaming, surroundings }: Handing,
): Promise<Handed> {
  const hidden = secretsFromEnvironment(like);
  const { variables: ofProvider, callback, url } = await providerAt(certified, given.callback);
  const trusted = readTrusted(certified.ca === undefined ? {} : surroundings.env, (text) => {
    printErrorLine(surroundings, `! ${text}`);
  });
  const folder = chooseFolder(given.out);
  const files = writeMockFiles(certified, folder, { callback, like });
  const { ca = '' } = certified;
  const variables = renamed(
    [
      ...addressesOf(mock, files.ca === undefined ? undefined : resolve(files.ca)),
      ...(files.ca === undefined ? [] : writeTrust({ ca, caFile: files.ca, folder, trusted })),
      ...credentialsOf(mock),
      ...ofProvider,
      ...(given.callback === undefined ? [] : [['CALLBACK_URL', url] as const]),
    ],
    renaming,
  );
  if (given.variables !== undefined)
    writeEnvFile(given.variables, [...variables, [pidVariable, String(process.pid)]]);
  if (given.callback !== undefined) callAlike(mock, certified);
  if (given.fault !== undefined)
    for (const each of [mock, certified]) each.stimuli.play(faultsByName[given.fault]);
  const credentials = credentialLines(like, given.variables);
  return { files, variables, ofProvider, callback, credentials, hidden, renaming };
}

/** Returns instructions for the user of a mock. */
export function introduce(
  mock: Mock,
  { files, variables, ofProvider, callback, credentials, hidden, renaming }: Handed,
  given: HandOutOptions,
): string {
  const { listen, publicUrl } = callback;
  return [
    describeMock(mock, {
      ...(files.ca !== undefined && { caFile: files.ca }),
      // The variables contain a long private key, so print them only if they are not written to a file.
      ...(given.variables === undefined && { variables: ofProvider }),
      ...{ hidden, renaming },
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
          ...(given.variables === undefined ? [] : [sourceLine(given.variables)]),
          `npx conform run --target ${shellWord(files.target)}\n`,
        ]
      : []),
    'Ctrl-C ends the mock.',
  ].join('\n');
}

/** Returns instructions for the terminal of the client, which needs the variables. */
const forClient = ({ variables }: HandOutOptions): string =>
  variables === undefined
    ? 'In the terminal of your client: paste the export lines above. With --variables FILE, a file holds them and the addresses.'
    : `In the terminal of your client:  ${sourceLine(variables)}`;

/** Returns the line for a shell that exports the variables in a file. */
const sourceLine = (file: string): string => `set -a; . ${shellWord(resolve(file))}; set +a`;

/** Whether the variables that the mock's target file names have these names still. */
function hasNamesOfRun(mock: Mock, variables: HandedOut): boolean {
  const names = new Set(variables.map(([name]) => name));
  return credentialsOf(mock).every(([name]) => names.has(name)) && names.has('PROVIDER_PRIVATE_KEY');
}

/** Returns the lines to print before a command starts. Leaves out credentials, because CI keeps the output. */
export function introduceToCommand(
  { urls }: Mock,
  { variables, credentials }: Handed,
  given: HandOutOptions,
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

function callAlike({ cycles }: Mock, { cycles: { callbackUrl, encryptionKey } }: Mock): void {
  cycles.callbackUrl = callbackUrl;
  cycles.encryptionKey = encryptionKey;
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
