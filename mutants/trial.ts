import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from '../support/cli/certify';
import { swallow } from '../support/cli/output';
import type { ObligationId } from '../support/contract/obligations';
import type { Recording } from '../support/exchange/recording';
import type { Results } from '../support/report/results';
import type { Target } from '../support/target/target';
import type { ObligationResult } from '../support/verdict/verdict';
import { findProblems } from './judge';
import type { Specimen } from './mutant';
import { stageMock } from './stage';

/** What the suite made of one specimen. */
export interface Trial {
  readonly specimen: Specimen;
  /** The obligations that ended as failed or warning. */
  readonly broken: readonly ObligationId[];
  /** In what the outcome differs from what the specimen names; empty where all is well. */
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** Runs the service features on a specimen and compares the outcome with what it names. */
export async function tryOut(specimen: Specimen): Promise<Trial> {
  const startedAt = performance.now();
  const stage = await specimen.start();
  try {
    const results = await runOn(stage.target);
    const problems = findProblems(specimen, results, await plainRun(isSecure(stage.target)));
    const seconds = (performance.now() - startedAt) / 1000;
    return { specimen, broken: brokenIn(results), problems, seconds };
  } finally {
    await stage.close();
  }
}

/** A recording that forgets: what was not recorded is no evidence. */
const forgetful: Recording = { exchanges: [], append: (draft) => ({ seq: 0, ...draft }) };

/** What passes on the plain mock although nothing is recorded. */
export async function passedUnrecorded(): Promise<readonly ObligationId[]> {
  const stage = await stageMock({ tls: true });
  try {
    return withVerdicts(await runOn(stage.target, forgetful), ['passed', 'observed']);
  } finally {
    await stage.close();
  }
}

export function brokenIn(results: Results): ObligationId[] {
  return withVerdicts(results, ['failed', 'warning']);
}

export function withVerdicts(
  { obligations }: Results,
  verdicts: readonly ObligationResult['verdict'][],
): ObligationId[] {
  return obligations.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

function isSecure({ services }: Target): boolean {
  return Object.values(services).some((base) => base.startsWith('https:'));
}

const plain = new Map<boolean, Promise<Results>>();

/** The run on the plain mock that others are compared with, made once. */
function plainRun(tls: boolean): Promise<Results> {
  const made = plain.get(tls) ?? runPlain(tls);
  plain.set(tls, made);
  return made;
}

async function runPlain(tls: boolean): Promise<Results> {
  const stage = await stageMock({ tls });
  try {
    return await runOn(stage.target);
  } finally {
    await stage.close();
  }
}

async function runOn(target: Target, recording?: Recording): Promise<Results> {
  const reports = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const settings = { profile: 'mutants', target, subjects: ['service'], only: [], reports } as const;
    const output = { stdout: swallow(), stderr: process.stderr };
    const results = await certify({ ...settings, ...(recording && { recording }) }, output);
    if (results === undefined) throw new Error('the run gave no results');
    return results;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
