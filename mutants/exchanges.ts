// `npm run generate -- exchanges [--if-stale]` writes dist/exchanges.json. It contains a right and a wrong
// example for each judged obligation without rows in features/mistakes. With --if-stale, writes the file only
// if anything has changed on which the examples depend.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { ExampleFile } from '../support/explain/examples';
import { exampleFile, readExampleFile } from '../support/explain/examples';
import { contractObligations } from '../support/obligations';
import { mistakesOfObligation } from '../support/report/mistakes';
import { recordExamples } from './record-examples';

async function main(): Promise<void> {
  const inputs = digestOfInputs();
  if (process.argv.includes('--if-stale') && readExampleFile()?.inputs === inputs) return;
  const wanted = contractObligations.judged.filter(({ id }) => mistakesOfObligation(id).length === 0);
  const examples = await recordExamples(wanted, (id, mutant = 'observed only') => {
    process.stdout.write(`${id}  ${mutant}\n`);
  });
  write({ inputs, examples });
}

function digestOfInputs(): string {
  const { inputsDigest } = createRequire(__filename)('../bin/dist.cjs') as {
    inputsDigest: (paths: readonly string[]) => string;
  };
  return inputsDigest([
    ...['support', 'steps', 'features', 'profiles', 'schemas', 'vectors', 'mutants', 'package-lock.json'],
  ]);
}

function write(content: ExampleFile): void {
  const aside = `${exampleFile}.${process.pid}.tmp`;
  mkdirSync(dirname(exampleFile), { recursive: true });
  writeFileSync(aside, `${JSON.stringify(content)}\n`);
  renameSync(aside, exampleFile);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`error: ${text}\n`);
  process.exitCode = 1;
});
