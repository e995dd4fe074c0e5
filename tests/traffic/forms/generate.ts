// `npm run generate -- forms`: writes the run of a client with two mistakes in the form of each tool.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trafficFormats } from '.';
import { mistakes, exchangesOfRun } from './run';

const folder = join(__dirname, 'files');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, { write }] of Object.entries(trafficFormats))
  writeFileSync(join(folder, name), write(exchangesOfRun(mistakes)));
