import { withObstacles } from '../../../judging/obstacles';
import type { RunLog } from '../../../run/run-log';
import type { RunObstacle } from '../../wire/run';

/**
 * What got in the way of a run so far, gathered as its report will gather it: an obligation counts as prevented where one of
 * its scenarios was, and none has failed.
 */
export function obstaclesSoFar(
  planned: readonly string[],
  { outcomes, obstacles: cutShort }: Pick<RunLog, 'outcomes' | 'obstacles'>,
): readonly RunObstacle[] {
  const broken = new Set(outcomes.filter(({ verdict }) => verdict === 'failed').flatMap(({ tags }) => tags));
  const prevented = new Map<string, string>();
  for (const { verdict, tags, message } of outcomes) {
    if (verdict !== 'inconclusive' || message === undefined) continue;
    for (const id of tags) if (!prevented.has(id)) prevented.set(id, message);
  }
  const rows = planned.flatMap((id) => {
    const reason = prevented.get(id);
    if (reason === undefined || broken.has(id)) return [];
    return [{ id, planned: true, verdict: 'inconclusive' as const, reason, scenarios: [] }];
  });
  return withObstacles(rows, cutShort).obstacles;
}
