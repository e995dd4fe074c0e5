/**
 * Measures peak memory during audits of hostile files, such as gzip bombs. The floor is an audit of the same
 * traffic without anything hostile. Each audit runs in a separate process. A round counts only the hostile
 * file that needs the most memory.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  gzipBomb,
  gzipBombs,
  harmlessHar,
  harOfSmallPieces,
  harWithHostileEntry,
  hostileEntries,
} from '../mutants/traffic/hostile';
import { figureOf, reportFigures } from './frame/figure';
import { measureInTurn } from './frame/in-turn';
import { measureProgram } from './frame/process';

const files: readonly (readonly [name: string, content: () => string | Buffer])[] = [
  ...hostileEntries.map((name) => [name, () => harWithHostileEntry(name)] as const),
  ['bodies of small pieces', harOfSmallPieces],
  ...gzipBombs.map((name) => [`${name} that unpacks to 300 MiB`, () => gzipBomb(name)] as const),
];

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-hostile-'));
  const peak = async (file: string): Promise<number> => {
    const args = [join(__dirname, '../bin/conform.cjs'), 'audit', file, '--reports', join(folder, 'reports')];
    // Exit codes 1 (breaches) and 3 (files not read to the end) are expected.
    return (await measureProgram(args, { codes: [0, 1, 3] })).mib;
  };
  let dearest = { name: '', mib: 0 };
  const hostile = async (): Promise<number> => {
    dearest = { name: '', mib: 0 };
    for (const [index, [name]] of files.entries()) {
      const mib = await peak(join(folder, String(index)));
      if (mib > dearest.mib) dearest = { name, mib };
    }
    return dearest.mib;
  };
  try {
    const harmless = join(folder, 'harmless');
    writeFileSync(harmless, harmlessHar());
    for (const [index, [, content]] of files.entries()) writeFileSync(join(folder, String(index)), content());
    const { floor, ours } = await measureInTurn({ floor: () => peak(harmless), ours: hostile });
    reportFigures(
      figureOf({
        name: `memory of an audit, the dearest of ${files.length} hostile files`,
        unit: 'MiB',
        ours,
        floor,
        beside: 'the same traffic without anything hostile',
        aim: { atMostMore: 350 },
      }),
    );
    console.log(`The dearest of the last round: ${dearest.name}, ${dearest.mib.toFixed(0)} MiB.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
