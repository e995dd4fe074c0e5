import type { Evidence } from '../../exchange/evidence';
import type { ObligationResult, PlacedBreach } from '../../judging/verdict';
import type { EvidencePlace } from '../../obligations/judge/home';

/**
 * The places in a piece of evidence that tell about an obligation; where facts name the members of the body that they
 * are about, those members instead of the body around them.
 * @param breach what the exchange is shown for; absent: as evidence
 */
export function relevantPlacesIn(
  row: Pick<ObligationResult, 'places'>,
  { facts: { fields } }: Evidence,
  breach?: PlacedBreach,
): readonly EvidencePlace[] {
  const places = breach !== undefined && isIn(fields, breach) ? breach.places : row.places;
  if (!places.some(({ at }) => at.startsWith('fact fields/*'))) return places;
  const encrypted = (fields ?? []).filter(({ wanted }) => wanted === 'encrypted');
  return [...places, ...encrypted.map(({ pointer }) => ({ at: `request body${pointer}`, needed: false }))];
}

/** The member that a breach names stands in one of its exchanges; the others may have none of that name. */
function isIn(fields: Evidence['facts']['fields'], { places }: PlacedBreach): boolean {
  const named = places.flatMap(({ at }) => /^request body(\/.+)/.exec(at)?.[1] ?? []);
  if (fields === undefined || named.length === 0) return true;
  return fields.some(({ pointer }) => named.includes(pointer));
}
