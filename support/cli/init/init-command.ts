import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { integratorRoles, isIntegratorRole } from '../../adapter/roles';
import { ownContents } from '../../mock/payer/content';
import { templateText } from '../../run/targets';
import { ConfigurationError } from '../../targets/errors';
import { forEditors } from '../../targets/for-editors';
import { writeNewText } from '../../targets/replace-text';
import { say } from '../print';
import { transferRolesIn, transfersNeedAdapter } from '../transfer-roles';
import type { Ci } from './ci-file';
import { ciFile, ciFiles } from './ci-file';
import { clientTemplate } from './client-template';
import type { Language } from './languages';
import { filesOf, languageOf } from './languages';

interface InitOptions {
  readonly out: string;
  readonly role?: string;
  readonly language?: string;
  readonly ci?: Ci;
}

const defaultLanguage = 'node';
/** What the payer of the suite sends to a provider, to be made what the provider's own payers send. */
const contentFolder = 'payer-content';

/**
 * `conform init`: a commented target file, an adapter that runs and is to be filled in, and with a language the file of a
 * CI job, and for a provider what the payer says. The target file must be new; of the others, one that is there already is
 * left alone.
 */
export function init({ out, role, language: name, ci = 'github' }: InitOptions): number {
  const folder = dirname(out);
  const language = languageOf(name ?? defaultLanguage);
  const asIntegrator = role !== undefined || name !== undefined;
  const target = asIntegrator ? withRoles(role ?? 'session', language.command) : templateText;
  writeNew(out, forEditors(out, target));
  const stub = filesOf(name ?? defaultLanguage);
  const files = [...stub].map(([file, text]) => [join(folder, file), text] as const);
  if (name !== undefined) files.push(ciFileFor(out, ci, language));
  if (rolesIn(role).includes('provider'))
    files.push(...ownContents().map(([file, text]) => [join(folder, contentFolder, file), text] as const));
  const left = files.filter(([file, text]) => !writeUnlessThere(file, text));
  const written = files.filter((each) => !left.includes(each));
  const transfers = transferRolesIn(rolesIn(role));
  if (transfers.length > 0) say(transfersNeedAdapter(transfers));
  say(`Wrote ${[out, ...written.map(([file]) => file)].join(', ')}.`);
  if (left.length > 0) say(`Left alone what was there: ${left.map(([file]) => file).join(', ')}.`);
  const [adapter = ''] = stub.keys();
  say(nextLines({ out, adapter, command: language.command, asIntegrator }));
  return 0;
}

/** The file of a CI job, where CI looks for it: this folder is taken for the top of the repository that the target is in. */
function ciFileFor(out: string, ci: Ci, language: Language): readonly [file: string, text: string] {
  const below = relative('.', dirname(out)).split(sep).join('/') || '.';
  const isElsewhere = below.startsWith('..') || isAbsolute(below);
  const [top, folder] = isElsewhere ? [dirname(out), '.'] : ['.', below];
  return [join(top, ciFiles[ci]), ciFile(ci, { language, target: basename(out), folder })];
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

/** Whether the file was written: what is there already stays. */
function writeUnlessThere(file: string, text: string): boolean {
  if (existsSync(file)) return false;
  writeNew(file, text);
  return true;
}

function writeNew(file: string, text: string): void {
  try {
    // A file of that name is in the way of a folder, which is another matter than a target file that is there.
    if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    writeNewText(file, text);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const message = code === 'EEXIST' ? 'is there already and is left alone' : `cannot be written (${code})`;
    throw new ConfigurationError(message, { file }, 'name another with --out');
  }
}
