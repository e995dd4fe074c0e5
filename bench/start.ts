/** How long a command takes until it answers, beside Node itself, and what the sources take without dist/. */
import { join } from 'node:path';
import { figureOf, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import { measured } from './frame/process';
import { requireBuild } from './frame/suite';

const conform = join(__dirname, '../bin/conform.cjs');
const rounds = 11;

async function main(): Promise<void> {
  requireBuild();
  const { help, sources, version, node } = await inTurn(
    {
      help: () => measured([conform, '--help']),
      sources: () => measured([conform, '--help'], { env: { CONFORM_SOURCES: '1' } }),
      version: () => measured([conform, '--version']),
      node: () => measured(['-e', '0']),
    },
    rounds,
  );
  const floor = node.map(({ ms }) => ms);
  const about = { unit: 'ms', floor, beside: 'node -e 0' };
  tell(
    figureOf({
      ...about,
      name: 'conform --help',
      ours: help.map(({ ms }) => ms),
      aim: { atMostMore: 150 },
    }),
    figureOf({ ...about, name: 'conform --help from the sources', ours: sources.map(({ ms }) => ms) }),
    figureOf({ ...about, name: 'conform --version', ours: version.map(({ ms }) => ms) }),
  );
}

void main();
