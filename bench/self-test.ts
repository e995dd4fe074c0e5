/**
 * Measures `npm start` in an installed clone. The floor is the self-test that `npm start` runs, started
 * directly without npm.
 */
import { join } from 'node:path';
import { figureOf, reportFigures } from './frame/figure';
import { measureInTurn } from './frame/in-turn';
import { measureProgram } from './frame/process';
import { buildIfStale, root } from './frame/suite';

/** Returns the path of the npm program that started this bench. */
function npm(): string {
  const { npm_execpath: program } = process.env;
  if (program === undefined) throw new Error('start this bench by npm: npm run bench -- self-test');
  return program;
}

async function main(): Promise<void> {
  buildIfStale();
  const { start, selfTest } = await measureInTurn({
    start: () => measureProgram([npm(), 'start'], { cwd: root }),
    selfTest: () => measureProgram([join(root, 'bin/conform.cjs'), 'run', '--self-test'], { cwd: root }),
  });
  reportFigures(
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
