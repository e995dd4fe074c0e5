import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from '../support/cli/cucumber/certify';
import { discardingStream } from '../support/cli/surroundings';
import type { Evidence } from '../support/exchange/evidence';
import { sourceOfEvidence } from '../support/exchange/evidence';
import { createRecording } from '../support/exchange/recording';
import type { ExampleFile, ObligationExamples, RecordedExample } from '../support/explain/examples';
import type { Results } from '../support/judging/results';
import type { ObligationResult } from '../support/judging/verdict';
import type { Obligation, ObligationId } from '../support/obligations';
import type { RunSettings } from '../support/run/plan';
import { findSpecimen } from './catalogue';
import type { Specimen } from './mutant';
import { mistakesOf, mutantsOf } from './mutants-of';

/** Maximum number of mutants that are tried for an obligation. */
const mostTries = 3;
/** Maximum number of exchanges and notes in an example that nothing can break. */
const mostNoted = 4;

/** Specimens that keep obligations which the self-test, with its default readings, does not exercise. */
const keepers: Readonly<Partial<Record<ObligationId, string>>> = {
  'HDR-12': 'hip-agreed',
  'CBK-07': 'callbacks-bridge-scoped',
  'CBK-08': 'provider-with-issuer-and-audience',
};

/** The recording of a run, and its results. */
interface Finished {
  readonly evidence: readonly Evidence[];
  readonly results: Results;
}

/**
 * Records a right and a wrong example for each of these obligations. The self-test makes the right exchanges, a
 * mutant makes the wrong ones. Throws if the self-test does not keep an obligation, or no mutant breaks it.
 * @param report receives the id of each obligation and the name of its mutant
 */
export async function recordExamples(
  obligations: readonly Obligation[],
  report: (id: string, mutant: string | undefined) => void = () => undefined,
): Promise<ExampleFile['examples']> {
  const selfTest = await finish({
    profile: 'embedded',
    subjects: ['service', 'integrator'],
    only: obligations.map(({ id }) => id),
  });
  const examples: Record<string, ObligationExamples> = {};
  for (const obligation of obligations) {
    const found = await examplesOf(obligation, selfTest);
    examples[obligation.id] = found;
    report(obligation.id, found.wrong?.mutant);
  }
  return examples;
}

async function examplesOf(obligation: Obligation, selfTest: Finished): Promise<ObligationExamples> {
  const keeper = keepers[obligation.id as ObligationId];
  const keeping = keeper === undefined ? selfTest : await finishSpecimen(findSpecimen(keeper), obligation.id);
  const mistakes = mistakesOf(obligation);
  if (obligation.level === 'observe') return { right: rightOf(obligation, keeping), mistakes };
  const wrong = await wrongOf(obligation);
  return { right: rightOf(obligation, keeping, wrong.evidence), wrong, mistakes };
}

async function wrongOf(obligation: Obligation): Promise<NonNullable<ObligationExamples['wrong']>> {
  const tried = mutantsOf(obligation).slice(0, mostTries);
  for (const mutant of tried) {
    const finished = await finishSpecimen(mutant, obligation.id);
    const [breach] = rowOf(obligation, finished).breaches ?? [];
    if (breach === undefined) continue;
    const { name, story } = mutant;
    return { mutant: name, story, breach, ...excerpt(finished, breach.exchanges) };
  }
  const names = tried.map(({ name }) => name).join(', ');
  throw new Error(
    `${obligation.id}: no mutant in mutants/ breaks it. Tried: ${names === '' ? 'none' : names}`,
  );
}

/** Returns exchanges that keep the obligation, as similar as possible to those that break it. */
function rightOf(obligation: Obligation, kept: Finished, wrong?: readonly Evidence[]): RecordedExample {
  const row = rowOf(obligation, kept);
  const all = row.evidence.flatMap((seq) => kept.evidence.find((each) => each.seq === seq) ?? []);
  if (all.length === 0)
    throw new Error(
      `${obligation.id} is ${row.verdict} in the self-test. Add a specimen that keeps it to keepers in mutants/record-examples.ts`,
    );
  const isNoted = obligation.level === 'observe';
  const shown = wrong === undefined ? all.slice(0, mostNoted) : counterparts(all, wrong);
  const notes = isNoted ? (row.notes ?? []).slice(0, mostNoted) : [];
  return {
    ...excerpt(
      kept,
      shown.map(({ seq }) => seq),
    ),
    notes,
  };
}

/** Returns a different exchange of `all` for each of `wrong`: with the same purpose, or else of the same kind. */
function counterparts(all: readonly Evidence[], wrong: readonly Evidence[]): Evidence[] {
  const left = [...all];
  return wrong.flatMap((each) => {
    const alike = [purposeOf, kindOf].map((of) => left.findIndex((other) => of(other) === of(each)));
    return left.splice(Math.max(0, alike.find((at) => at >= 0) ?? 0), 1);
  });
}

function purposeOf(evidence: Evidence): string {
  const { part, variant } = (evidence.kind === 'log line' ? undefined : evidence.asked) ?? {};
  return [kindOf(evidence), part, variant].join(' ');
}

const kindOf = (evidence: Evidence): string =>
  evidence.kind === undefined
    ? `${evidence.sender} ${evidence.operation ?? evidence.request.method}`
    : sourceOfEvidence(evidence);

function excerpt({ evidence, results }: Finished, seqs: readonly number[]): Omit<RecordedExample, 'breach'> {
  const isShown = ({ seq }: { readonly seq: number }): boolean => seqs.includes(seq);
  return {
    evidence: evidence.filter(isShown),
    cycles: results.cycles.filter(({ steps }) => steps.some(isShown)).slice(0, 1),
    notes: [],
  };
}

function rowOf({ id }: Obligation, { results }: Finished): ObligationResult {
  const row = results.obligations.find((each) => each.id === id);
  if (row === undefined) throw new Error(`the results do not contain ${id}`);
  return row;
}

async function finishSpecimen({ subject, start }: Specimen, id: string): Promise<Finished> {
  const { target, client, payer, close } = await start();
  try {
    const seams = { ...(client && { client }), ...(payer && { payer }) };
    return await finish({ profile: 'mutants', target, subjects: [subject], only: [id], seams });
  } finally {
    await close();
  }
}

async function finish(settings: Omit<RunSettings, 'reports' | 'recording'>): Promise<Finished> {
  const reports = mkdtempSync(join(tmpdir(), 'exchanges-'));
  const recording = createRecording();
  try {
    const output = { stdout: discardingStream(), stderr: process.stderr };
    const results = await certify({ ...settings, reports, recording }, output);
    if (results === undefined) throw new Error('the run gave no results');
    return { evidence: recording.evidence, results };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
