import { contractObligations, nearTo } from '../obligations';
import { ConfigurationError } from '../targets/errors';

/**
 * The ids that texts from a command line name, in upper or lower case. Throws a ConfigurationError for one that no obligation
 * has.
 */
export function resolveObligationIds(texts: readonly string[], at = '--only'): string[] {
  return texts.map((text) => {
    const found = contractObligations.find(text);
    if (found !== undefined) return found.id;
    const near = nearTo(text, contractObligations.all);
    throw new ConfigurationError(
      `${text}: unknown obligation`,
      { at },
      near.length > 0 ? `did you mean ${near.join(', ')}?` : 'npx conform list shows them all',
    );
  });
}
