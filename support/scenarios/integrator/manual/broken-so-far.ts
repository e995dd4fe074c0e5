import { withCalls } from '../../../exchange/evidence';
import { numbered, plainText } from '../../../exchange/text';
import { JudgingLoop } from '../../../judging/loop';
import { contractObligations } from '../../../obligations';
import type { BrokenByHand } from '../../../run/hand/happenings';
import type { Run } from '../../../run/run';
import { ruleContext } from '../../../run/run';

/** Gives what the client of a run has broken since it was called last: each obligation once, by its first breach. */
export function brokenSoFar(run: Pick<Run, 'plan' | 'target' | 'evidence'>): () => BrokenByHand[] {
  const { only } = run.plan;
  const judged = contractObligations.judged.filter(
    ({ id, subject, level, roles }) =>
      subject === 'integrator' &&
      level === 'must' &&
      roles.some((role) => run.target.roles.includes(role)) &&
      (only.length === 0 || only.includes(id)),
  );
  const told = new Set<string>();
  return () => {
    // From the start each time: which call a request belongs to is known once the call is over.
    const loop = new JudgingLoop(judged, ruleContext(run));
    for (const each of withCalls(run.evidence.recording.evidence)) loop.observe(each);
    const conclusions = loop.conclude();
    return judged.flatMap(({ id, title }) => {
      const first = conclusions.get(id)?.breaches.find(({ warns }) => warns !== true);
      if (first === undefined || told.has(id)) return [];
      told.add(id);
      const [seq] = first.exchanges;
      const where = seq === undefined ? '' : `, in ${plainText(numbered(seq))}`;
      return [{ id, title, seen: `${plainText(first.seen)}${where}` }];
    });
  };
}
