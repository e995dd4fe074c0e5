// npm run generate -- readme [--check]: updates the number of obligations in the README, and its sample output with the
// last lines that `npm start` prints. With --check, this script writes nothing, and exits with 1 if one is outdated.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractObligations } from '../support/obligations';

const root = join(__dirname, '..');
const file = join(root, 'README.md');
/** Matches the sample output in the README: the indented lines after "It ends with". */
const sample = /(?<=It ends with\n\n)(?: {4}.*\n)+/;

const { status, stdout } = spawnSync(process.execPath, ['bin/conform.cjs', 'run', '--self-test'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.stdout.write(stdout);
const [end] = /^\d+ obligations: [^]*$/m.exec(stdout) ?? [];
if (status !== 0 || end === undefined) throw new Error(`the self-test ended with ${status ?? 'a signal'}`);

const text = readFileSync(file, 'utf8');
const [told] = sample.exec(text) ?? [];
if (told === undefined) throw new Error('README.md has no lines behind "It ends with"');
const ends = end.trimEnd().replace(/^/gm, '    ');
/**
 * Removes the parts that differ between runs: the name of the folder, and the number of exchanges (a busy
 * machine causes retries).
 */
const lasting = (lines: string): string =>
  lines.replace(/\d+ exchanges/, '').replace(/history\/[^/]+/, 'history');

const counted = text.replace(/\d+(?= \*\*obligations\*\*)/, String(contractObligations.all.length));
if (!process.argv.includes('--check'))
  writeFileSync(
    file,
    counted.replace(sample, () => `${ends}\n`),
  );
else if (counted !== text || lasting(told.trimEnd()) !== lasting(ends)) {
  console.error(`README.md is out of date. Run: npm run generate -- readme\nIt holds:\n${told}`);
  process.exitCode = 1;
}
