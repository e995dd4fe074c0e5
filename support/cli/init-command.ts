import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { ConfigurationError } from '../target/errors';
import { targetTemplate } from '../target/template';

/** `conform init`: a commented target file to start from; never overwrites one. */
export function addInitCommand(conform: Command): void {
  conform
    .command('init')
    .description('Write a commented target file.')
    .option('--out <file>', 'where to write it', 'target.yaml')
    .action(({ out }: { out: string }) => {
      writeNew(out);
      console.log(
        `Wrote ${out}. Fill it in, export the variables that it names, then: npx conform doctor --target ${out}`,
      );
    });
}

function writeNew(file: string): void {
  try {
    writeFileSync(file, targetTemplate, { flag: 'wx' });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const message = code === 'EEXIST' ? 'is there already and is left alone' : `cannot be written (${code})`;
    throw new ConfigurationError(message, { file }, 'name another with --out');
  }
}
