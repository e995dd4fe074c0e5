import { parseArgs } from 'node:util';
import { serviceSpecimens } from './catalogue';
import { coverageOf } from './coverage';
import type { Specimen } from './mutant';
import { coverageRow, totals, trialRow } from './print';
import { named, sample } from './sample';
import type { Trial } from './trial';
import { passedUnrecorded, tryOut } from './trial';

/** How many checks came out as wanted, and how many did not. */
interface Tally {
  passed: number;
  failed: number;
}

/** Tries the suite on broken services, one after another, and prints what each obligation caught. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, sample: { type: 'boolean' } },
  });
  const startedAt = performance.now();
  const tally: Tally = { passed: 0, failed: 0 };
  const chosen = choose(values.only ?? [], values.sample === true);
  const trials = await tryAll(chosen, tally);
  if (chosen === serviceSpecimens) checkWhole(trials, tally);
  await checkForgetting(tally);
  print('', totals(trials, (performance.now() - startedAt) / 1000));
  print(`${tally.passed} passed, ${tally.failed} failed`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}

function choose(only: readonly string[], isSample: boolean): readonly Specimen[] {
  if (only.length > 0) return only.flatMap((each) => each.split(',')).map(named);
  return isSample ? sample : serviceSpecimens;
}

async function tryAll(specimens: readonly Specimen[], tally: Tally): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const specimen of specimens) {
    const trial = await tryOut(specimen);
    trials.push(trial);
    count(tally, trial.problems.length === 0);
    print(trialRow(trial));
  }
  return trials;
}

/** That every obligation is watched shows in the whole matrix only. */
function checkWhole(trials: readonly Trial[], tally: Tally): void {
  print('', 'By obligation: the mutants that it caught (observe: the witnesses that it noted)', '');
  for (const coverage of coverageOf(trials)) {
    count(tally, coverage.by.length >= coverage.wanted);
    print(coverageRow(coverage));
  }
}

async function checkForgetting(tally: Tally): Promise<void> {
  const passed = await passedUnrecorded();
  count(tally, passed.length === 0);
  const outcome = passed.length === 0 ? 'ok    nothing passes' : `FAIL  these pass: ${passed.join(' ')};`;
  print('', `${outcome} with a recording that keeps nothing`);
}

function count(tally: Tally, isRight: boolean): void {
  if (isRight) tally.passed += 1;
  else tally.failed += 1;
}

function print(...lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

main().catch((error: unknown) => {
  process.stderr.write(`mutants: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
