import { contractObligations, nearTo } from '../obligations';
import type { InputPlace } from '../targets/errors';
import { ConfigurationError } from '../targets/errors';

/** Resolves each of several ids from a command line, as {@link resolveObligationId} does. */
export function resolveObligationIds(texts: readonly string[], at = '--only'): string[] {
  return texts.map((text) => resolveObligationId(text, { at }));
}

/**
 * Returns the id of the obligation that a text names, in upper or lower case. Throws a ConfigurationError for
 * a text that is not the id of an obligation.
 */
export function resolveObligationId(text: string, place: InputPlace): string {
  const found = contractObligations.find(text);
  if (found !== undefined) return found.id;
  const near = nearTo(text, contractObligations.all);
  throw new ConfigurationError(
    `${text}: unknown obligation`,
    place,
    near.length > 0 ? `did you mean ${near.join(', ')}?` : 'npx conform list shows them all',
  );
}
