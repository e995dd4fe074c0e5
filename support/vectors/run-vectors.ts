import type { VectorAttempt, VectorAttempts, CaseOutcome } from '../cases/vector-attempt';
import { UnclearAnswer } from '../cases/vector-attempt';
import type { AnyVectorFile, VectorFile } from '../cases/vector-file';
import { judgeAttempt, unclearOutcome } from './outcome';
import { ownAttempts } from './own-attempts';

/**
 * Numbers of outcomes for one vector file, over all implementations. `run` excludes outcomes that are not
 * applicable.
 */
export interface VectorSummary {
  readonly run: number;
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly notApplicable: number;
  /** The failed and the inconclusive cases, each with the expected and the actual answer. */
  readonly failures: readonly CaseOutcome[];
}

export async function runVectors(
  file: AnyVectorFile,
  attempts: VectorAttempts = ownAttempts,
): Promise<VectorSummary> {
  const outcomes = await outcomesOfVectors(file, attempts);
  const count = (state: CaseOutcome['state']): number =>
    outcomes.filter((each) => each.state === state).length;
  const notApplicable = count('not-applicable');
  return {
    run: outcomes.length - notApplicable,
    passed: count('passed'),
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    notApplicable,
    failures: outcomes.filter(({ state }) => state === 'failed' || state === 'inconclusive'),
  };
}

/**
 * Runs every case of a file on every implementation. The outcome is `not-applicable` if no implementation can
 * run the case, or if an implementation rejects an input that it need not accept.
 */
export async function outcomesOfVectors(
  file: AnyVectorFile,
  attempts: VectorAttempts,
): Promise<CaseOutcome[]> {
  const { groups } = file as VectorFile<'vectors/text'>;
  const attemptsOf = attempts[file.schema] as VectorAttempts['vectors/text'];
  const all: CaseOutcome[] = [];
  for (const group of groups)
    for (const each of group.cases) {
      const able = attemptsOf(each, group);
      if (able.length === 0) all.push(notTaken(each));
      for (const attempt of able) all.push(await outcomeOn(attempt, each));
    }
  return all;
}

type About = Pick<VectorFile['groups'][number]['cases'][number], 'id' | 'comment' | 'result'>;

async function outcomeOn(attempt: VectorAttempt, { id, comment, result }: About): Promise<CaseOutcome> {
  const wanted = result === 'valid' ? attempt.wanted : undefined;
  const got = await attempt.answer();
  if (got instanceof UnclearAnswer) return { id, comment, ...unclearOutcome(attempt, wanted, got) };
  if (got === undefined && wanted !== undefined && attempt.mayRefuse === true)
    return notTaken({ id, comment });
  return { id, comment, ...judgeAttempt(attempt, wanted, got) };
}

function notTaken({ id, comment }: Pick<About, 'id' | 'comment'>): CaseOutcome {
  return { id, comment, implementation: 'adapter', state: 'not-applicable' };
}
