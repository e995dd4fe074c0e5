import type { Obligation } from './judge/home';

/** How many ids are offered. */
const offered = 5;

/** Ids of which a text is a misspelling: one character is wrong, missing or too many, or the hyphen is. */
export function nearTo(text: string, all: readonly Obligation[]): string[] {
  const wanted = bare(text);
  return all
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
