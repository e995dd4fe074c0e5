import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { integratorRoles, isIntegratorRole } from '../adapter/roles';
import { shellWord } from '../contract/shell-word';
import { defaultPayerContents } from '../mock/payer/content';
import { ConfigurationError } from '../targets/errors';
import { readKnownText, replaceText, writeNewText } from '../targets/replace-text';
import { withSchemaComment } from '../targets/with-schema-comment';
import type { Language } from './adapter-language';
import { readAdapterLanguage } from './adapter-language';
import type { Ci } from './ci-file';
import { ciFile, ciFiles, findPackages } from './ci-file';
import { clientTemplate, servicesTemplate } from './client-template';
import { isFile, textIfReadable } from './folder-contents';
import { isUnchangedTemplate, linesToAdd } from './kept-target';
import type { PlacedAdapter } from './place-adapter';
import { placeAdapter } from './place-adapter';
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
 * CI job file. For the role `provider`, also writes the messages of the suite's mock payer.
 *
 * Existing files stay unchanged, except for a target file that is still as plain `conform init` wrote it. With
 * --language or --role, prints the lines that an edited target file needs. Otherwise throws a
 * ConfigurationError if the target file exists.
 */
export function init(
  _args: readonly string[],
  { out, role, language: name, ci = 'github' }: InitOptions,
  surroundings: Surroundings,
): number {
  const folder = dirname(out);
  const language = readAdapterLanguage(name ?? defaultLanguage);
  const asIntegrator = role !== undefined || name !== undefined;
  const adapter = placeAdapter(name ?? defaultLanguage, folder);
  const roles = rolesIn(role ?? 'session');
  const target = asIntegrator ? withRoles(roles, adapter) : servicesTemplate(adapter.command);
  const needsPayer = roles.includes('provider');
  const files = new Map([
    ...[...adapter.files].map(([file, text]) => [join(folder, file), text] as const),
    ...(name === undefined ? [] : [ciFileFor(out, ci, language)]),
    ...(needsPayer ? defaultPayerContents() : []).map(
      ([file, text]) => [join(folder, contentFolder, file), text] as const,
    ),
  ]);
  const { kept, unused } = writeTarget(out, withSchemaComment(out, target), asIntegrator);
  const written = [...files].filter(([file, text]) => writeUnlessThere(file, text)).map(([file]) => file);
  const left = [...files.keys()].filter((file) => !written.includes(file));
  const notNeeded = unused.filter((file) => !files.has(file));

  const transfers = transferRolesIn(roles);
  const wrote = kept === undefined ? [out, ...written] : written;
  const payer = needsPayer ? { payerContent: contentFolder } : {};
  const lines = [
    ...(transfers.length > 0 ? [transferAdapterHint(transfers)] : []),
    ...(wrote.length > 0 ? [`Wrote ${wrote.join(', ')}.`] : []),
    ...(left.length > 0 ? [`Left alone what was there: ${left.join(', ')}.`] : []),
    ...(notNeeded.length > 0 ? [`No longer needed: ${notNeeded.join(', ')}.`] : []),
    ...(kept === undefined ? [] : [keptLines(out, linesToAdd(kept, { roles, adapter, ...payer }))]),
    nextLines({ out, adapter, asIntegrator }),
  ];
  printLine(surroundings, lines.join('\n'));
  return 0;
}

interface WrittenTarget {
  /** The text of a target file that was edited and stays as it is. */
  readonly kept?: string;
  /** Adapter files that plain `conform init` wrote beside a target file that was replaced. */
  readonly unused: readonly string[];
}

function writeTarget(out: string, text: string, asIntegrator: boolean): WrittenTarget {
  if (!asIntegrator || !isFile(out)) {
    writeNew(out, text);
    return { unused: [] };
  }
  const there = readKnownText(out);
  if (!isUnchangedTemplate(there.text)) return { kept: there.text, unused: [] };
  const folder = dirname(out);
  const unused = [...placeAdapter(defaultLanguage, folder).files]
    .map(([file, content]) => [join(folder, file), content] as const)
    .filter(([file, content]) => textIfReadable(file) === content);
  replaceText(out, text, there.digest);
  return { unused: unused.map(([file]) => file) };
}

function keptLines(out: string, lines: readonly string[]): string {
  if (lines.length === 0) return `Kept ${out}, which starts this adapter already.`;
  return [
    `Kept ${out}, which is there already. Add these lines to it, or write another target file with --out:`,
    ...['', ...lines, ''],
  ].join('\n');
}

/**
 * Returns the path and content of the CI job file. The path is below the current folder, which should be the
 * top of the repository. If the target file is outside that folder, the path is below the target file's
 * folder instead.
 */
function ciFileFor(out: string, ci: Ci, { setup }: Language): readonly [file: string, text: string] {
  const below = relative('.', dirname(out)).split(sep).join('/') || '.';
  const isElsewhere = below.startsWith('..') || isAbsolute(below);
  const [top, folder] = isElsewhere ? [dirname(out), '.'] : ['.', below];
  const packages = findPackages(setup, top, folder);
  const about = { setup, target: basename(out), folder, ...(packages !== undefined && { packages }) };
  return [join(top, ciFiles[ci]), ciFile(ci, about)];
}

function nextLines({
  out,
  adapter,
  asIntegrator,
}: {
  readonly out: string;
  readonly adapter: PlacedAdapter;
  readonly asIntegrator: boolean;
}): string {
  const folder = dirname(out);
  const there = folder === '.' ? '' : `cd ${shellWord(folder)} && `;
  const named = basename(out) === 'target.yaml' ? '' : ` --target ${shellWord(basename(out))}`;
  const doctor = `  ${there}npx conform doctor${named}`;
  const client = [
    `  ${checkLine(folder, adapter)}`,
    `  then connect session.create in ${join(folder, adapter.stub)} to your client: the stub offers nothing yet`,
    `${doctor}   (says what would keep a run from a certificate)`,
    `  ${there}npx conform run${named} --subject integrator`,
  ];
  const services = `${doctor}   (for services: fill in their addresses, and export the variables that the file names)`;
  return ['Next:', ...(asIntegrator ? client : [services, ...client])].join('\n');
}

/** Returns the line for a shell that checks the adapter, in the working directory of its command. */
function checkLine(folder: string, { command, cwd = '.', env = {} }: PlacedAdapter): string {
  const start = join(folder, cwd);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const words = [...(variables.length === 0 ? [] : ['env', ...variables]), ...command];
  const check = `npx conform adapter --check ${words.map(shellWord).join(' ')}`;
  if (start === '.') return check;
  return cwd === '.' ? `cd ${shellWord(start)} && ${check}` : `(cd ${shellWord(start)} && ${check})`;
}

const rolesIn = (text: string): string[] => text.split(',').map((role) => role.trim());

function withRoles(roles: readonly string[], adapter: PlacedAdapter): string {
  const unknown = roles.find((role) => !isIntegratorRole(role));
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${unknown} is no role`,
      { at: '--role' },
      `there are ${integratorRoles.join(', ')}`,
    );
  const target = clientTemplate(roles, adapter);
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
