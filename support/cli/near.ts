import type { Obligation } from '../obligations';
import { contractObligations } from '../obligations';
import { ConfigurationError } from '../targets/errors';

/** The obligations of these ids, in letters of any case. Throws a ConfigurationError with near matches. */
export function obligationsOf(texts: readonly string[], at: string): Obligation[] {
  return texts.map((text) => {
    const found = contractObligations.find(text);
    if (found !== undefined) return found;
    const near = nearTo(text);
    throw new ConfigurationError(
      `${text} is the id of no obligation`,
      { at },
      near.length > 0 ? `did you mean ${near.join(', ')}?` : 'npx conform list shows them all',
    );
  });
}

/** How many ids are offered. */
const offered = 5;

/** Ids of which a text is a misspelling: one character is wrong, missing or too many, or the hyphen is. */
export function nearTo(text: string): string[] {
  const wanted = bare(text);
  return contractObligations.all
    .map(({ id }) => id)
    .filter((id) => isOneSlip(wanted, bare(id)) || isShortened(wanted, bare(id)))
    .slice(0, offered);
}

const bare = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** `HDR5` for `HDR05`. */
const isShortened = (text: string, id: string): boolean => text === id.replace(/0(?=\d$)/, '');

/** At most one character differs. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)];
  return [restOfOne.slice(1), restOfOne].some((left) =>
    [restOfOther.slice(1), restOfOther].some((right) => left === right),
  );
}
