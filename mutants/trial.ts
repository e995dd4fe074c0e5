import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from '../support/cli/cucumber/certify';
import { discardingStream } from '../support/cli/surroundings';
import type { Subject } from '../support/contract/words';
import type { Evidence } from '../support/exchange/evidence';
import type { Recording } from '../support/exchange/recording';
import type { Results } from '../support/judging/results';
import { embeddedTarget } from '../support/run/targets';
import type { Target } from '../support/targets/target';
import type { ObligationResult } from '../support/judging/verdict';
import { integratorTarget, stageIntegrator } from './integrator/stage';
import { findProblems } from './judge';
import type { Specimen, Stage } from './mutant';
import { stageMock } from './stage';

/** The outcome of a run on one specimen. */
export interface Trial {
  readonly specimen: Specimen;
  /** The obligations that ended as failed or warning. */
  readonly broken: readonly string[];
  /** The facets that ended as failed, as in `FLW-12: Claim, Approve`. */
  readonly facets: readonly string[];
  /** The differences between the outcome and the one that the specimen declares; empty if there are none. */
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** Runs the features of a specimen's subject and compares the outcome with the declared one. */
export async function tryOut(specimen: Specimen): Promise<Trial> {
  const startedAt = performance.now();
  const { subject } = specimen;
  const stage = await specimen.start();
  try {
    const results = await runOn(stage, subject);
    const problems = await findProblems(specimen, results, () => plainRun(subject, stage.target));
    const seconds = (performance.now() - startedAt) / 1000;
    return { specimen, broken: brokenIn(results), facets: failedFacets(results), problems, seconds };
  } finally {
    await stage.close();
  }
}

/** Returns all results of a run on a specimen. */
export async function runSpecimen({ subject, start }: Pick<Specimen, 'subject' | 'start'>): Promise<Results> {
  const stage = await start();
  try {
    return await runOn(stage, subject);
  } finally {
    await stage.close();
  }
}

/** A recording that keeps nothing. No obligation may pass with it. */
const forgetful: Recording = {
  evidence: [],
  exchanges: [],
  append: <Of extends Evidence>(draft: Omit<Of, 'seq'>) => ({ seq: 0, ...draft }) as Of,
};

/** Without a recording, the suite waits in vain for requests of the client. A short limit ends these waits. */
const unrecordedLimits = { ...integratorTarget.limits, callMs: 500 };

/** Returns the obligations that pass, on a subject that keeps the contract, although nothing is recorded. */
export async function passedUnrecorded(subject: Subject): Promise<readonly string[]> {
  const { roles } = embeddedTarget;
  const stage = await plainStage(subject, { tls: true, roles, limits: unrecordedLimits });
  try {
    return withVerdicts(await runOn(stage, subject, forgetful), ['passed', 'observed']);
  } finally {
    await stage.close();
  }
}

function brokenIn(results: Results): string[] {
  return withVerdicts(results, ['failed', 'warning']);
}

function failedFacets({ obligations }: Results): string[] {
  return obligations.flatMap(({ id, facets = [] }) =>
    facets.filter(({ verdict }) => verdict === 'failed').map(({ name }) => `${id}: ${name}`),
  );
}

function withVerdicts({ obligations }: Results, verdicts: readonly ObligationResult['verdict'][]): string[] {
  return obligations.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

function isSecure({ services }: Target): boolean {
  return Object.values(services).some((base) => base.startsWith('https:'));
}

/** A subject that keeps the contract; the services that are played for an integrator speak TLS anyway. */
function plainStage(subject: Subject, { tls, ...target }: PlainTarget): Promise<Stage> {
  return subject === 'service' ? stageMock({ tls }) : stageIntegrator({}, target);
}

/** The settings that the plain run shares with the run to compare. */
interface PlainTarget {
  readonly tls: boolean;
  readonly roles: Target['roles'];
  /** Of an integrator; by default those of {@link integratorTarget}. */
  readonly limits?: Target['limits'];
}

const plain = new Map<string, Promise<Results>>();

/** Returns the run that others are compared with. It is made once for each target. */
function plainRun(subject: Subject, target: Target): Promise<Results> {
  const { roles } = target;
  const tls = isSecure(target);
  const key = [subject, ...(subject === 'service' ? [tls ? 'https' : 'http'] : roles)].join(' ');
  const made = plain.get(key) ?? runSpecimen({ subject, start: () => plainStage(subject, { tls, roles }) });
  plain.set(key, made);
  return made;
}

async function runOn(
  { target, client, payer, seed }: Stage,
  subject: Subject,
  recording?: Recording,
): Promise<Results> {
  const reports = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const seams = { ...(client && { client }), ...(payer && { payer }) };
    const settings = { profile: 'mutants', target, subjects: [subject], only: [], reports, seed, seams };
    const output = { stdout: discardingStream(), stderr: process.stderr };
    const results = await certify({ ...settings, ...(recording && { recording }) }, output);
    if (results === undefined) throw new Error('the run gave no results');
    return results;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
