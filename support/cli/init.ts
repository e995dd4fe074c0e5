import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { integratorRoles, isIntegratorRole } from '../adapter/roles';
import { suiteRoot } from '../contract/suite-root';
import { defaultPayerContents } from '../mock/payer/content';
import { templateText } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import { withSchemaComment } from '../targets/with-schema-comment';
import { writeNewText } from '../targets/replace-text';
import type { Ci, Setup } from './ci-file';
import { ciFile, ciFiles } from './ci-file';
import type { Surroundings } from './surroundings';
import { printLine } from './surroundings';
import { transferRolesIn, transferAdapterHint } from './transfer-roles';

interface InitOptions {
  readonly out: string;
  readonly role?: string;
  readonly language?: string;
  readonly ci?: Ci;
}

const defaultLanguage = 'node';
/**
 * Folder for the messages that the suite's mock payer sends. A provider edits them to match the messages of
 * its real payers.
 */
const contentFolder = 'payer-content';

/**
 * `conform init`: writes a commented target file and a runnable adapter stub. With --language, also writes a
 * CI job file. For the role `provider`, also writes the messages of the suite's mock payer. Throws a
 * ConfigurationError if the target file exists; other existing files stay unchanged.
 */
export function init(
  _args: readonly string[],
  { out, role, language: name, ci = 'github' }: InitOptions,
  surroundings: Surroundings,
): number {
  const folder = dirname(out);
  const language = readAdapterLanguage(name ?? defaultLanguage);
  const asIntegrator = role !== undefined || name !== undefined;
  const target = asIntegrator ? withRoles(role ?? 'session', language.command) : templateText;
  writeNew(out, withSchemaComment(out, target));
  const stub = filesOf(name ?? defaultLanguage);
  const files = [...stub].map(([file, text]) => [join(folder, file), text] as const);
  if (name !== undefined) files.push(ciFileFor(out, ci, language));
  if (rolesIn(role).includes('provider'))
    files.push(
      ...defaultPayerContents().map(([file, text]) => [join(folder, contentFolder, file), text] as const),
    );
  const left = files.filter(([file, text]) => !writeUnlessThere(file, text));
  const written = files.filter((each) => !left.includes(each));
  const transfers = transferRolesIn(rolesIn(role));
  if (transfers.length > 0) printLine(surroundings, transferAdapterHint(transfers));
  printLine(surroundings, `Wrote ${[out, ...written.map(([file]) => file)].join(', ')}.`);
  if (left.length > 0)
    printLine(surroundings, `Left alone what was there: ${left.map(([file]) => file).join(', ')}.`);
  const [adapter = ''] = stub.keys();
  printLine(surroundings, nextLines({ out, adapter, command: language.command, asIntegrator }));
  return 0;
}

/**
 * Returns the path and content of the CI job file. The path is below the current folder, which should be the
 * top of the repository. If the target file is outside that folder, the path is below the target file's
 * folder instead.
 */
function ciFileFor(out: string, ci: Ci, language: Language): readonly [file: string, text: string] {
  const below = relative('.', dirname(out)).split(sep).join('/') || '.';
  const isElsewhere = below.startsWith('..') || isAbsolute(below);
  const [top, folder] = isElsewhere ? [dirname(out), '.'] : ['.', below];
  return [join(top, ciFiles[ci]), ciFile(ci, { setup: language.setup, target: basename(out), folder })];
}

function nextLines({
  out,
  adapter,
  command,
  asIntegrator,
}: {
  readonly out: string;
  readonly adapter: string;
  readonly command: readonly string[];
  readonly asIntegrator: boolean;
}): string {
  const folder = dirname(out);
  const there = folder === '.' ? '' : `cd ${folder} && `;
  const named = basename(out) === 'target.yaml' ? '' : ` --target ${basename(out)}`;
  const doctor = `  ${there}npx conform doctor${named}`;
  const client = [
    `  ${there}npx conform adapter --check ${command.join(' ')}`,
    `  then connect session.create in ${join(folder, adapter)} to your client: the stub offers nothing yet`,
    `${doctor}   (says what would keep a run from a certificate)`,
    `  ${there}npx conform run${named} --subject integrator`,
  ];
  const services = `${doctor}   (for services: fill in their addresses, and export the variables that the file names)`;
  return ['Next:', ...(asIntegrator ? client : [services, ...client])].join('\n');
}

const rolesIn = (text = ''): string[] => text.split(',').map((role) => role.trim());

function withRoles(text: string, command: readonly string[]): string {
  const roles = rolesIn(text);
  const unknown = roles.find((role) => !isIntegratorRole(role));
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${unknown} is no role`,
      { at: '--role' },
      `there are ${integratorRoles.join(', ')}`,
    );
  const target = clientTemplate(roles, { command });
  const reading = `  payer-content: ./${contentFolder}   # what the payer says; without this line, what the suite has of its own`;
  return roles.includes('provider') ? target.replace(/^# readings:$/m, `readings:\n${reading}`) : target;
}

/** Writes a file unless it exists. Returns whether the file was written. */
function writeUnlessThere(file: string, text: string): boolean {
  if (existsSync(file)) return false;
  writeNew(file, text);
  return true;
}

function writeNew(file: string, text: string): void {
  try {
    // Skip mkdirSync if the path exists. If the path is a file, mkdirSync would throw EEXIST, and the catch
    // below would report an existing target file.
    if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    writeNewText(file, text);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const message = code === 'EEXIST' ? 'is there already and is left alone' : `cannot be written (${code})`;
    throw new ConfigurationError(message, { file }, 'name another with --out');
  }
}

type ClientStart = { readonly command: readonly string[] } | { readonly url: string };

/** Returns the target template for a run against the mock: services, credentials and the OTP are commented out. */
function mockTemplate(): string {
  const commented = (block: string): string => block.replace(/^/gm, '# ').replace(/# $/, '');
  return templateText
    .replace(/^services:\n(?: {2}.*\n)+/m, commented)
    .replace(/^credentials:\n(?: {2}.*\n)+/m, commented)
    .replace(/^# If you have none, delete this line: .*\n(?=otp: )/m, '')
    .replace(/^otp: .*$/m, commented);
}

/** Returns the target template with the member `integrator` uncommented and filled in with these roles. */
export function clientTemplate(roles: readonly string[], start: ClientStart): string {
  return mockTemplate()
    .replace(/^# integrator:$/m, 'integrator:')
    .replace(/^# {3}command: \[[^\]]*\]/m, () => `  ${startText(start)}`)
    .replace(/^# mock: /m, 'mock: ')
    .replace(/^# {3}roles: \[[^\]]*\] /m, () => `  roles: [${roles.join(', ')}] `);
}

function startText(start: ClientStart): string {
  if ('command' in start) return `command: [${start.command.join(', ')}]`;
  return `url: ${JSON.stringify(start.url)}`;
}

/**
 * Returns a short target file for a client that a person operates by hand. TLS is commented out, because the
 * person would have to trust a new certificate authority in each run.
 */
export function byHandTemplate(): string {
  const shared = (lines: RegExp): string => lines.exec(templateText)?.[0] ?? '';
  return `# Your own system, worked by hand while the suite plays the services. Check it with: npx conform doctor
name: my-system
${shared(/^environment: .*$/m)}
${shared(/^# product: .*\n# facility: .*\n# operator: .*$/m)}

integrator:
  manual: true
  roles: [session, identity, registry]  # what your system does; provider and trigger are the flows with the payer
  # With the role provider: where the payer calls your system back, before /v1/…, and your public key (envelope jwe).
  # callbackUrl: https://host.example/callbacks
  # encryptionKey: ./callbacks.pem
# The services of the suite speak TLS with this line. Without it, TLS is left out, and the verdict is no-failure at best.
# mock: { tls: true }   # your system must then trust the authority that the run shows
${shared(/^# logs: .*$/m)}

${shared(/^# What cannot be seen .*\n# declarations:\n#.*$/m)}
`;
}

/** The members of `adapters/<language>/language.json` that the suite uses. */
interface Language {
  /** The name to display, such as `Python`. */
  readonly name: string;
  /** The command that starts the adapter, run in the folder with the adapter's files. */
  readonly command: readonly string[];
  /**
   * Maps each file of a new adapter to the file in `adapters/<language>` to copy it from. The first file is
   * the stub that the user completes.
   */
  readonly files: Readonly<Record<string, string>>;
  readonly setup: Setup;
}

const adaptersFolder = join(suiteRoot, 'adapters');

/** Returns the names that --language accepts. */
export function languageNames(): string[] {
  return readdirSync(adaptersFolder, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Reads a language's description. Throws a ConfigurationError if the suite lacks an adapter in it. */
export function readAdapterLanguage(name: string): Language {
  const names = languageNames();
  if (!names.includes(name))
    throw new ConfigurationError(
      `${name}: there is no adapter to begin with in this language`,
      { at: '--language' },
      `there are ${names.join(', ')}; for another, read docs/guides/adapter.md`,
    );
  return JSON.parse(readFileSync(join(adaptersFolder, name, 'language.json'), 'utf8')) as Language;
}

function filesOf(name: string): Map<string, string> {
  const { files } = readAdapterLanguage(name);
  return new Map(
    Object.entries(files).map(([as, from]) => [as, readFileSync(join(adaptersFolder, name, from), 'utf8')]),
  );
}
