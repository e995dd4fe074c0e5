/**
 * npm run bench [-- NAME…] [--keep]: runs all benches, or the named ones, one after the other. Each bench
 * prints its figures beside a floor, which it measures in the same run. --keep writes the figures into
 * docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './frame/figure';
import { keepFigures, shapeOfMachine } from './frame/record';

const all = ['start', 'service-run', 'self-test', 'judge', 'transfer', 'cycles', 'audit', 'hostile', 'proxy'];

/** Runs a bench, which prints its figures itself. Returns the figures, and whether the bench failed. */
function run(name: string, folder: string): { readonly figures: Figure[]; readonly failed: boolean } {
  const file = join(folder, `${name}.jsonl`);
  const { status } = spawnSync(
    process.execPath,
    ['-r', join(__dirname, '../bin/typescript.cjs'), join(__dirname, `${name}.ts`)],
    { stdio: 'inherit', env: { ...process.env, BENCH_FIGURES: file } },
  );
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return { figures: lines.map((line) => JSON.parse(line) as Figure), failed: status !== 0 };
}

/** Formats docs/performance.md, so that `npm run check` accepts its tables. */
function format(): void {
  const [root, page] = [join(__dirname, '..'), 'docs/performance.md'];
  spawnSync(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--write', page], { cwd: root });
}

function main(args: readonly string[]): void {
  const keep = args.includes('--keep');
  const named = args.filter((each) => each !== '--keep');
  const unknown = named.find((each) => !all.includes(each));
  if (unknown !== undefined) throw new Error(`there is no bench ${unknown}: ${all.join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const figures: Figure[] = [];
  try {
    console.log(shapeOfMachine());
    for (const name of named.length > 0 ? named : all) {
      console.log(`\n${name}`);
      const ran = run(name, folder);
      figures.push(...ran.figures);
      if (ran.failed) process.exitCode = 1;
      else if (keep && ran.figures.length > 0) keepFigures(name, ran.figures);
    }
    if (keep) format();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const aimed = figures.filter(({ aim }) => aim !== undefined);
  console.log(`\n${aimed.filter(({ met }) => met === true).length} of ${aimed.length} aims are met.`);
}

main(process.argv.slice(2));
