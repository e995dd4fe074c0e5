import type { Exchange } from '../../exchange/exchange';

/**
 * Matches the places of tokens in the headers that the document names for them. A second header has the place `…/2`.
 */
const documented = /^request:(?:authorization|bearer_auth)(?:\/\d+)?$/;
const documentedHeaders = ['authorization', 'bearer_auth'];

/** Matches the mark of a value that is not recorded. */
const mark = /~[\w-]{14}/g;

/**
 * A token that a request carries, by its pseudonym. `elsewhere` is its place, if the document does not name that place.
 */
export interface CarriedToken {
  readonly pseudonym: string;
  readonly elsewhere?: string;
}

/**
 * Returns the tokens of a request: all those in documented headers, and known tokens in other headers and in the
 * address.
 */
export function tokensCarried(exchange: Exchange, isKnown: (pseudonym: string) => boolean): CarriedToken[] {
  const { facts, request } = exchange;
  const named = Object.entries(facts.tokens ?? {}).flatMap(([place, { pseudonym }]) =>
    documented.test(place) ? [{ pseudonym }] : [],
  );
  const within = (text: string, elsewhere: string): CarriedToken[] =>
    (text.match(mark) ?? []).filter(isKnown).map((pseudonym) => ({ pseudonym, elsewhere }));
  const inHeader = (name: string, value: string): CarriedToken[] => {
    const found = within(value, `the header ${name}`);
    const among = facts.tokens?.[`request:${name.toLowerCase()}`]?.pseudonym;
    const isFound = among === undefined || found.some(({ pseudonym }) => pseudonym === among);
    return isFound || !isKnown(among)
      ? found
      : [...found, { pseudonym: among, elsewhere: `the header ${name}` }];
  };
  const others = request.headers
    .filter(([name]) => !documentedHeaders.includes(name.toLowerCase()))
    .flatMap(([name, value]) => inHeader(name, value));
  return [...named, ...others, ...within(request.url, 'the address')];
}
