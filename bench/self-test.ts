/** Measures `npm start` in an installed clone, against only the self-test that `npm start` runs. */
import { join } from 'node:path';
import { figureOf, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import { measured } from './frame/process';
import { requireBuild, root } from './frame/suite';

/** Returns the path of the npm program that started this bench. */
function npm(): string {
  const { npm_execpath: program } = process.env;
  if (program === undefined) throw new Error('start this bench by npm: npm run bench -- self-test');
  return program;
}

async function main(): Promise<void> {
  requireBuild();
  const { start, selfTest } = await inTurn({
    start: () => measured([npm(), 'start'], { cwd: root }),
    selfTest: () => measured([join(root, 'bin/conform.cjs'), 'run', '--self-test'], { cwd: root }),
  });
  tell(
    figureOf({
      name: 'npm start on a clone that is set up: wall time',
      unit: 'ms',
      beside: 'the self-test alone',
      ours: start.map(({ ms }) => ms),
      floor: selfTest.map(({ ms }) => ms),
      aim: { atMost: 1.2 },
    }),
  );
}

void main();
