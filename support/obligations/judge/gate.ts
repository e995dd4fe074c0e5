import type { Text } from '../../exchange/text';
import type { Conclusion } from './judge';
import { brokenOnly } from './judge';

/**
 * A prohibition counts as observed only after its tempting act: until then nothing was kept. What was broken
 * stays broken.
 */
export function onlyAfter(tempted: boolean, conclusion: Conclusion): Conclusion {
  return tempted ? conclusion : brokenOnly(conclusion);
}

/** As above, for values that anyone can write down: they show nothing until they are used. */
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
  const { facets, ...nothing } = brokenOnly({ ...conclusion, breaches: [], breachCount: 0 });
  return { ...nothing, ...(facets && { facets: facets.map((each) => ({ ...each, broken: 0 })) }) };
}

/** Adds what is only noted; a note alone does not show that the obligation is kept. */
export function withNotes(notes: Iterable<Text>, conclusion: Conclusion): Conclusion {
  return { ...conclusion, notes: [...conclusion.notes, ...notes] };
}
