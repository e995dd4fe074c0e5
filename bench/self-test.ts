/**
 * A self-test beside that of version 1.0.0, which is built from its commit in a folder of its own; and `npm start` beside the
 * self-test that it runs.
 */
import type { ExecFileSyncOptions } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figureOf, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import type { Usage } from './frame/process';
import { measured } from './frame/process';
import { requireBuild, root } from './frame/suite';

/** The commit of version 1.0.0. */
const first = '3740ac3970ac62c927b2a11e07b0c2350dcba0a5';

const selfTest = (tree: string): Promise<Usage> =>
  measured([join(tree, 'bin/conform.cjs'), 'run', '--self-test'], { cwd: tree });

/** npm's own program, of the npm that started this bench. */
function npm(): string {
  const { npm_execpath: program } = process.env;
  if (program === undefined) throw new Error('start this bench by npm: npm run bench -- self-test');
  return program;
}

/** Version 1.0.0, installed and built. */
function makeFirst(tree: string): void {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', tree, first], { cwd: root });
  const quiet: ExecFileSyncOptions = { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(process.execPath, [npm(), 'ci', '--ignore-scripts', '--no-audit', '--loglevel=error'], quiet);
  execFileSync(process.execPath, ['scripts/build.cjs'], quiet);
}

async function main(): Promise<void> {
  requireBuild();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const tree = join(folder, 'first');
  try {
    makeFirst(tree);
    report(
      await inTurn({
        ours: () => selfTest(root),
        first: () => selfTest(tree),
        start: () => measured([npm(), 'start'], { cwd: root }),
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune'], { cwd: root });
  }
}

function report({ ours, first: beside, start }: Readonly<Record<'ours' | 'first' | 'start', Usage[]>>): void {
  const of = (usages: Usage[], quantity: keyof Usage): number[] => usages.map((each) => each[quantity]);
  const figure = (name: string, quantity: keyof Usage, aim?: { readonly atMost: number }) =>
    figureOf({
      name: `self-test: ${name}`,
      unit: quantity === 'mib' ? 'MiB' : 'ms',
      beside: 'version 1.0.0',
      ours: of(ours, quantity),
      floor: of(beside, quantity),
      ...(aim && { aim }),
    });
  tell(
    figure('wall time', 'ms'),
    figure('CPU time', 'cpuMs', { atMost: 0.5 }),
    figure('memory', 'mib', { atMost: 0.5 }),
    figureOf({
      name: 'npm start on a clone that is set up: wall time',
      unit: 'ms',
      beside: 'the self-test alone',
      ours: of(start, 'ms'),
      floor: of(ours, 'ms'),
      aim: { atMost: 1.2 },
    }),
  );
}

void main();
