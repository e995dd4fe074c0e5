import { isLikelyTypo } from '../contract/is-likely-typo';
import type { Obligation } from './judge/home';

/** How many ids are offered. */
const offered = 5;

/** Ids of which a text is a misspelling. */
export function nearTo(text: string, all: readonly Obligation[]): string[] {
  return all
    .map(({ id }) => id)
    .filter((id) => isLikelyTypo(text, id))
    .slice(0, offered);
}
