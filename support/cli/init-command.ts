import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import { integratorRoles, isIntegratorRole } from '../adapter/roles';
import { ConfigurationError } from '../targets/errors';
import { forEditors } from '../targets/for-editors';
import { templateText } from '../run/targets';
import { say } from './print';

interface InitOptions {
  readonly out: string;
  readonly role?: string;
}

const stub = join(suiteRoot, 'examples/adapter-stub.cjs');

/** `conform init`: a commented target file and an adapter stub to start from; neither is ever overwritten. */
export function init({ out, role }: InitOptions): number {
  const adapter = join(dirname(out), 'adapter.cjs');
  writeNew(out, forEditors(out, role === undefined ? templateText : withRoles(role)));
  if (!existsSync(adapter)) writeNew(adapter, readFileSync(stub, 'utf8'));
  say(
    `Wrote ${out} and ${adapter}. Fill them in (the stub offers nothing yet), export the variables that the target names, then:\n` +
      `  npx conform doctor --target ${out}          (services)\n` +
      `  npx conform adapter --check node ${adapter}   (your own system)`,
  );
  return 0;
}

/** The template with the integrator's part in force, for the roles given, and without services to certify. */
function withRoles(text: string): string {
  const roles = text.split(',').map((role) => role.trim());
  const unknown = roles.find((role) => !isIntegratorRole(role));
  if (unknown !== undefined)
    throw new ConfigurationError(
      `${unknown} is no role`,
      { at: '--role' },
      `there are ${integratorRoles.join(', ')}`,
    );
  return templateText
    .replace(/^# integrator:$/m, 'integrator:')
    .replace(/^# {3}command: /m, '  command: ')
    .replace(/^# {3}roles: \[[^\]]*\] /m, `  roles: [${roles.join(', ')}] `)
    .replace(/^services:\n(?: {2}.*\n)+/m, (block) => block.replace(/^/gm, '# ').replace(/# $/, ''))
    .replace(/^credentials:\n(?: {2}.*\n)+/m, (block) => block.replace(/^/gm, '# ').replace(/# $/, ''));
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const message = code === 'EEXIST' ? 'is there already and is left alone' : `cannot be written (${code})`;
    throw new ConfigurationError(message, { file }, 'name another with --out');
  }
}
