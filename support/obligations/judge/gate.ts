import type { Text } from '../../exchange/text';
import type { Conclusion } from './judge';

/**
 * A prohibition counts as observed only after its tempting act: until then nothing was kept. What was broken
 * stays broken.
 */
export function onlyAfter(tempted: boolean, conclusion: Conclusion): Conclusion {
  if (tempted) return conclusion;
  return {
    ...conclusion,
    observations: conclusion.breachCount,
    evidence: [...new Set(conclusion.breaches.flatMap(({ exchanges }) => exchanges))],
  };
}

/** As above, for what anybody can write down: it shows nothing before it was put to its use. */
export function onlyInUse(used: boolean, conclusion: Conclusion): Conclusion {
  const { unjudged } = conclusion;
  // Of nothing there is nothing to say.
  return used || conclusion.observations === 0
    ? conclusion
    : onlyAfter(false, {
        ...conclusion,
        unjudged: [...unjudged, 'no transfer came about with what was sent'],
      });
}

/** Too little was seen to judge by: as if nothing had been. */
export function onlyIf(enough: boolean, conclusion: Conclusion): Conclusion {
  if (enough) return conclusion;
  return { ...conclusion, observations: 0, evidence: [], breaches: [], breachCount: 0 };
}

/** Adds what is only noted; that alone shows nobody keeping the obligation. */
export function withNotes(notes: Iterable<Text>, conclusion: Conclusion): Conclusion {
  return { ...conclusion, notes: [...conclusion.notes, ...notes] };
}
