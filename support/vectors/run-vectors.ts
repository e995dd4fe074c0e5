import type { Attempt, Attempts, CaseOutcome } from '../run/cases/attempt';
import type { AnyVectorFile, VectorFile } from '../run/cases/vector-file';
import { outcomeOf } from './outcome';
import { ownAttempts } from './own-attempts';
import type { VectorSummary } from './summary';
import { summaryOf } from './summary';

/** Runs every case of a file. */
export async function runVectors(
  file: AnyVectorFile,
  attempts: Attempts = ownAttempts,
): Promise<VectorSummary> {
  return summaryOf(await outcomesOf(file, attempts));
}

/** What became of every case of a file on every implementation that takes it. */
export async function outcomesOf(file: AnyVectorFile, attempts: Attempts): Promise<CaseOutcome[]> {
  const { groups } = file as VectorFile<'vectors/text'>;
  const attemptsOf = attempts[file.schema] as Attempts['vectors/text'];
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

async function outcomeOn(attempt: Attempt, { id, comment, result }: About): Promise<CaseOutcome> {
  const wanted = result === 'valid' ? attempt.wanted : undefined;
  return { id, comment, ...outcomeOf(attempt, wanted, await attempt.answer()) };
}

function notTaken({ id, comment }: About): CaseOutcome {
  return { id, comment, implementation: 'adapter', state: 'not-applicable' };
}
