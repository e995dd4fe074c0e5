/**
 * Measures the start-up time of `conform`, from dist/ and from the sources. The floor is the start-up time of
 * Node itself.
 */
import { join } from 'node:path';
import { figureOf, reportFigures } from './frame/figure';
import { measureInTurn } from './frame/in-turn';
import type { ResourceUsage } from './frame/process';
import { measureProgram } from './frame/process';
import { buildIfStale } from './frame/suite';

const conform = join(__dirname, '../bin/conform.cjs');
const rounds = 11;

async function main(): Promise<void> {
  buildIfStale();
  const { help, sources, version, node } = await measureInTurn(
    {
      help: () => measureProgram([conform, '--help']),
      sources: () => measureProgram([conform, '--help'], { env: { CONFORM_SOURCES: '1' } }),
      version: () => measureProgram([conform, '--version']),
      node: () => measureProgram(['-e', '0']),
    },
    rounds,
  );
  const about = (ours: readonly ResourceUsage[], quantity: 'ms' | 'cpuMs') => ({
    unit: 'ms',
    beside: 'node -e 0',
    ours: ours.map((each) => each[quantity]),
    floor: node.map((each) => each[quantity]),
  });
  const aim = { atMostMore: 150 };
  reportFigures(
    figureOf({ ...about(help, 'ms'), name: 'conform --help: wall time', aim }),
    // CPU time is an additional figure because other load on the machine affects it less than wall time.
    figureOf({ ...about(help, 'cpuMs'), name: 'conform --help: CPU time', aim }),
    figureOf({ ...about(sources, 'cpuMs'), name: 'conform --help from the sources: CPU time' }),
    figureOf({ ...about(version, 'cpuMs'), name: 'conform --version: CPU time' }),
  );
}

void main();
