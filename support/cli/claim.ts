import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAnother } from '../contract/is-alive';

/** Holds the number of the process whose files stand beside it. */
const claimFile = 'mock.pid';

/** Takes a folder for the files of this process, until it ends; tells whose it is where another one has it. */
export function claimFolder(folder: string): { readonly holder?: number } {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, claimFile);
  for (;;)
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.once('exit', () => {
        rmSync(file, { force: true });
      });
      return {};
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(file, 'utf8'));
      if (isAnother(holder)) return { holder };
      // The process that left it was killed.
      rmSync(file, { force: true });
    }
}
