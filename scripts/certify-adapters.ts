/**
 * Certifies the example adapter of each language, and tries the adapter that `conform init` writes for the
 * language: `npm run adapters [-- NAME…]`. The languages must be installed; adapters/<language>/language.json
 * lists the Debian packages.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { callerPath } from '../support/adapter/child-environment';
import { languageNames, readAdapterLanguage } from '../support/cli/adapter-language';
import type { Results } from '../support/judging/results';
import { contractObligations } from '../support/obligations';

const root = join(__dirname, '..');
const program = join(root, 'bin/conform.cjs');

/**
 * The search path for adapters, with Debian's programs first: another Python, for example, may lack the Debian
 * packages that the examples need.
 */
const path = ['/usr/bin', callerPath(process.env.PATH ?? '')].join(delimiter);

export interface Trial {
  readonly name: string;
  /** The reason for a failure; `undefined` if the trial passed. */
  readonly flaw?: string;
}

function conform(
  args: readonly string[],
  cwd: string,
): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    // NO_COLOR is needed because the variable CI, if set, makes the output coloured even without a terminal.
    env: { ...process.env, PATH: path, CONFORM_PROGRESS: 'off', NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { code: status, said: `${stdout}${stderr}` };
}

/**
 * Obligations that do not apply to any example. No example's target file names bridge-scoped operations
 * (HDR-12), or the issuer and audience of a callback (CBK-08).
 */
const enabledByNone = new Set(['HDR-12', 'CBK-08']);

/** Returns the obligations that an example should have exercised and did not, as `ID verdict`. */
function unseen({ run, obligations }: Results): string[] {
  const roles = new Set<string>(run.roles);
  return obligations
    .filter(({ planned, verdict }) => planned && !['passed', 'observed', 'declared'].includes(verdict))
    .filter(
      ({ id }) => !enabledByNone.has(id) && contractObligations.get(id).roles.some((role) => roles.has(role)),
    )
    .map(({ id, verdict }) => `${id} ${verdict}`);
}

/**
 * Certifies the example of a language, if there is one. The example must conform, and must exercise every
 * obligation of the roles in its target file.
 */
export function certified(language: string): Trial[] {
  const target = `adapters/${language}/target.yaml`;
  if (!existsSync(join(root, target))) return [];
  const name = `${language}: the example conforms`;
  const reports = mkdtempSync(join(tmpdir(), `conform-certify-${language}-`));
  try {
    const args = ['run', '--target', target, '--subject', 'integrator', '--reports', reports];
    const { code, said } = conform(args, root);
    if (code !== 0 || !/^integrator: conforms/m.test(said)) return [{ name, flaw: said }];
    const results = JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')) as Results;
    const left = unseen(results);
    return [left.length === 0 ? { name } : { name, flaw: `not seen: ${left.join(', ')}` }];
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

/**
 * Checks the adapter that `conform init` writes. It must start and answer `initialize`. Exit code 3 is fine:
 * the adapter does not offer any method yet.
 */
function begun(language: string): Trial {
  const folder = mkdtempSync(join(tmpdir(), `conform-init-${language}-`));
  const name = `${language}: what init writes runs`;
  try {
    const made = conform(['init', '--language', language], folder);
    if (made.code !== 0) return { name, flaw: made.said };
    const { code, said } = conform(['adapter', '--check', ...readAdapterLanguage(language).command], folder);
    return code === 0 || code === 3 ? { name } : { name, flaw: `exit code ${code ?? 'none'}\n${said}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tryLanguages(chosen: readonly string[]): void {
  const trials = chosen.flatMap((language) => [...certified(language), begun(language)]);
  for (const { name, flaw } of trials) console.log(flaw === undefined ? `✔ ${name}` : `✖ ${name}\n${flaw}`);
  const failed = trials.filter(({ flaw }) => flaw !== undefined).length;
  console.log(`${trials.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (require.main === module) tryLanguages(process.argv.length > 2 ? process.argv.slice(2) : languageNames());
