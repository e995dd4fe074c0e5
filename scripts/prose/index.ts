// `npm run prose`: looks for the phrases of docs/style/phrases.yml in everything that people read, and for long sentences
// in what people read through.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { proseFiles, root } from './files';
import { lintProse } from './lint';

async function main(): Promise<void> {
  const files = proseFiles();
  let found = 0;
  for (const file of files) {
    const findings = await lintProse(file, readFileSync(join(root, file), 'utf8'));
    for (const { line, column, message } of findings) console.log(`${file}:${line}:${column} ${message}`);
    found += findings.length;
  }
  console.log(`${files.length} files, ${found} ${found === 1 ? 'passage' : 'passages'} to rewrite`);
  process.exitCode = found === 0 ? 0 : 1;
}

void main();
