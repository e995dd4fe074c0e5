import { availableParallelism } from 'node:os';
import { specimens, transferSpecimens } from './catalogue';
import { chooseSpecimens } from './choose';
import { coverageOf, facetCoverageOf } from './coverage';
import type { Subject } from '../support/contract/words';
import type { Specimen } from './mutant';
import { TrialPool } from './pool';
import { coverageRow, totals, trialRow } from './print';
import { Tally } from './tally';
import { tryTraffic } from './traffic/matrix';
import type { Trial } from './trial';

/** An integrator mostly waits for a token to expire; a service or a transfer computes. */
const atOnce = { waiting: 8, computing: availableParallelism() };

/**
 * `npm run mutants [-- --traffic] [-- …]`: the suite on broken services and integrators, or on the traffic of these
 * alone.
 */
async function main(given: readonly string[]): Promise<void> {
  const args = given.filter((each) => each !== '--traffic');
  const isTraffic = args.length < given.length;
  const tally = new Tally();
  if (isTraffic) await tryTraffic(args, tally);
  else await tryRuns(args, tally);
  print(...tally.end(`npm run mutants --${isTraffic ? ' --traffic' : ''}`));
  process.exit(tally.failed === 0 ? 0 : 1);
}

/** Tries the suite on broken services and integrators, and prints what each obligation caught. */
async function tryRuns(args: readonly string[], tally: Tally): Promise<void> {
  const { chosen, isWhole, why } = chooseSpecimens(args, specimens);
  print(...why);
  const startedAt = performance.now();
  const services = chosen.filter(({ subject }) => subject === 'service');
  const integrators = chosen.filter(({ subject }) => subject === 'integrator');
  const [transferring, waiting] = divide(integrators, (each) => transferSpecimens.includes(each));
  const forgotten = passedForgotten(new Set(chosen.map(({ subject }) => subject)));
  // It may fail while the others are awaited; its error is handled in its turn.
  forgotten.catch(() => undefined);
  // One after the other: trials that compute would delay those that have to be on time.
  const trials = [
    ...(await trySpecimens(services, atOnce.computing, tally)),
    ...(await trySpecimens(waiting, atOnce.waiting, tally)),
    ...(await trySpecimens(transferring, atOnce.computing, tally)),
  ];
  for (const passed of await forgotten) takeForgotten(passed, tally);
  if (isWhole) checkWhole(trials, tally);
  print('', totals(trials, (performance.now() - startedAt) / 1000));
}

function divide<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter((value) => isFirst(value)), values.filter((value) => !isFirst(value))];
}

/** Several at once; printed in the order of the catalogue all the same. */
async function trySpecimens(group: readonly Specimen[], most: number, tally: Tally): Promise<Trial[]> {
  const pool = new TrialPool(Math.min(most, group.length));
  try {
    const asked = group.map((specimen) => pool.tryOut(specimen));
    // A trial may fail while another is awaited; its error is handled in its turn.
    for (const each of asked) each.catch(() => undefined);
    const trials: Trial[] = [];
    for (const each of asked) trials.push(take(await each, tally));
    return trials;
  } finally {
    pool.close();
  }
}

function take(trial: Trial, tally: Tally): Trial {
  tally.take(trial.specimen.name, trial.problems);
  print(trialRow(trial));
  return trial;
}

/** What passes with a recording that keeps nothing, for each subject. */
async function passedForgotten(subjects: ReadonlySet<Subject>): Promise<(readonly string[])[]> {
  const pool = new TrialPool(1);
  try {
    return await Promise.all([...subjects].map((subject) => pool.passedUnrecorded(subject)));
  } finally {
    pool.close();
  }
}

function takeForgotten(passed: readonly string[], tally: Tally): void {
  tally.count(passed.length === 0);
  const outcome = passed.length === 0 ? 'ok    nothing passes' : `FAIL  these pass: ${passed.join(' ')};`;
  print(`${outcome} with a recording that keeps nothing`, '');
}

/** That every obligation is watched shows in the whole matrix only. */
function checkWhole(trials: readonly Trial[], tally: Tally): void {
  print('By obligation: the mutants that it caught (observe: the witnesses that it noted)', '');
  for (const coverage of coverageOf(caughtIn(trials))) {
    tally.count(coverage.by.length >= coverage.wanted);
    print(coverageRow(coverage));
  }
  print('', 'By facet: the mutants that break it', '');
  for (const { facet, by } of facetCoverageOf(trials)) {
    tally.count(by.length > 0);
    print(`${by.length > 0 ? 'ok  ' : 'FAIL'}  ${facet}  ${by.slice(0, 3).join(', ')}`);
  }
}

/** What came out as it was wanted. */
function caughtIn(trials: readonly Trial[]): Specimen[] {
  return trials.filter(({ problems }) => problems.length === 0).map(({ specimen }) => specimen);
}

function print(...lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`mutants: ${error instanceof Error ? error.message : String(error)}\n`);
  // A specimen that broke down may have left servers open, which would keep the process alive.
  process.exit(2);
});
