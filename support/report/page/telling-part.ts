import type { Exchange } from '../../exchange/exchange';
import type { ObligationResult, PlaceName, PlacedBreach } from '../../judging/verdict';

/**
 * The places of one exchange that tell about an obligation; where facts name the members of the body that they are
 * about, those members instead of the body around them.
 * @param breach what the exchange is shown for; absent: as evidence
 */
export function tellingIn(
  row: Pick<ObligationResult, 'places'>,
  { facts: { fields = [] } }: Exchange,
  breach?: PlacedBreach,
): readonly PlaceName[] {
  if (breach !== undefined) return breach.places;
  if (!row.places.some(({ at }) => at.startsWith('fact fields/'))) return row.places;
  const encrypted = fields.filter(({ wanted }) => wanted === 'encrypted');
  return [
    ...row.places,
    ...encrypted.map(({ pointer }) => ({ at: `request body${pointer}`, needed: false })),
  ];
}
