/**
 * Certifies the example adapter of each language, and tries what `conform init` writes for it: npm run adapters [-- NAME…]
 * The languages themselves must be there; adapters/<language>/language.json names Debian's packages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { callerPath } from '../support/adapter/caller-path';
import { languageNames, languageOf } from '../support/cli/init/languages';

const root = join(__dirname, '..');
const program = join(root, 'bin/conform.cjs');

/** Debian's own programs come first, and this Node before them: one that is installed besides may lack the packages. */
const path = [dirname(process.execPath), '/usr/bin', callerPath(process.env.PATH ?? '')].join(delimiter);

interface Trial {
  readonly name: string;
  /** Why it failed; absent: it passed. */
  readonly flaw?: string;
}

function conform(
  args: readonly string[],
  cwd: string,
): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    // Where CI is set, colours come without a terminal.
    env: { ...process.env, PATH: path, CONFORM_PROGRESS: 'off', NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { code: status, said: `${stdout}${stderr}` };
}

/** The example keeps the contract in every role that it names. */
function certified(language: string): Trial {
  const target = `adapters/${language}/target.yaml`;
  const reports = join('reports', 'adapters', language);
  const { code, said } = conform(
    ['run', '--target', target, '--subject', 'integrator', '--reports', reports],
    root,
  );
  const name = `${language}: the example conforms`;
  return code === 0 && /^integrator: conforms/m.test(said) ? { name } : { name, flaw: said };
}

/** What init writes starts, introduces itself, and is told to offer nothing yet. */
function begun(language: string): Trial {
  const folder = mkdtempSync(join(tmpdir(), `conform-init-${language}-`));
  const name = `${language}: what init writes runs`;
  try {
    const made = conform(['init', '--language', language], folder);
    if (made.code !== 0) return { name, flaw: made.said };
    const { code, said } = conform(['adapter', '--check', ...languageOf(language).command], folder);
    return code === 0 || code === 3 ? { name } : { name, flaw: `exit code ${code ?? 'none'}\n${said}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : languageNames();
const trials = chosen.flatMap((language) => [certified(language), begun(language)]);
for (const { name, flaw } of trials) console.log(flaw === undefined ? `✔ ${name}` : `✖ ${name}\n${flaw}`);
const failed = trials.filter(({ flaw }) => flaw !== undefined).length;
console.log(`${trials.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
