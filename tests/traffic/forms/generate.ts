// `npm run generate -- forms`: writes the run of a client with two mistakes in the form of each tool.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forms } from '.';
import { mistakes, runOf } from './run';

const folder = join(__dirname, 'files');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, { write }] of Object.entries(forms))
  writeFileSync(join(folder, name), write(runOf(mistakes)));
