import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { adapterLines } from './adapter-lines';
import type { FuzzTarget } from './door';
import { harEntries } from './har-entries';
import { packs } from './packs';
import { recordings } from './recordings';
import { targetFiles } from './target-files';

// npm run fuzz [-- SEED [RUNS]]: so many odd inputs at each door. What fails is told as small as it could be made.
const inputsPerDoor = 4000;
const shownCharacters = 3000;
/**
 * An input takes up to 8 ms as a rule. To make small what failed ends with this time: a limit outside would end it
 * untold.
 */
const msPerInput = 25;

async function tryDoor(door: FuzzTarget, seed: number, inputs: number): Promise<boolean> {
  const startedAt = performance.now();
  const numRuns = Math.ceil(inputs / door.inputs);
  const result = await fc.check(door.property, {
    seed,
    numRuns,
    interruptAfterTimeLimit: inputs * msPerInput,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const made = result.numRuns * door.inputs;
  // An interrupted run passes in the eyes of the library.
  const held = !result.failed && result.numRuns >= numRuns;
  console.log(`${held ? '✔' : '✖'} ${door.name}: ${made} inputs in ${seconds} s`);
  if (!held) console.log(toldOf(result));
  return held;
}

function toldOf({ errorInstance, counterexample, numRuns, failed }: fc.RunDetails<unknown>): string {
  if (!failed) return `interrupted after ${numRuns} runs`;
  const error =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : errorInstance;
  return `${String(error)}\n${fc.stringify(counterexample).slice(0, shownCharacters)}`;
}

async function main([given, runs]: readonly string[]): Promise<number> {
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  const inputs = runs === undefined ? inputsPerDoor : Number(runs);
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(inputs) || inputs < 1) {
    console.error('usage: npm run fuzz [-- SEED [INPUTS]], both whole numbers');
    return 2;
  }
  console.log(`Again: npm run fuzz -- ${seed}${runs === undefined ? '' : ` ${runs}`}`);
  const doors = [harEntries, await recordings(), targetFiles, adapterLines, await packs()];
  let failed = 0;
  for (const door of doors) {
    if (!(await tryDoor(door, seed, inputs))) failed += 1;
    door.close?.();
  }
  console.log(`${doors.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
