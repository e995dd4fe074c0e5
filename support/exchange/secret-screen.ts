import type { Spelling } from './spellings';
import { squeezedSpellings } from './spellings';
import { squeeze } from './squeezed';
import { viewsOf } from './views';
import { WuManber } from './wu-manber';

/** Shorter spellings are not screened for: their values are always looked for. */
export const shortestScreened = 4;

/** Two windows: one short spelling would make all jumps short. */
const longWindow = 8;

/** The first characters of a spelling tell enough. */
const looked = 24;

/** Tells cheaply which of many values may stand in a text, in any spelling and behind escapes. */
export class SecretScreen<Tag> {
  readonly #short = new WuManber<Tag>(shortestScreened);
  readonly #long = new WuManber<Tag>(longWindow);

  add(value: string, tag: Tag): void {
    for (const { squeezed } of squeezedSpellings(value, 2 * looked)) this.#addSpelling(squeezed, tag);
  }

  /** Tells of each value that may stand there. */
  screen(text: string): Set<Tag> {
    const seen = new Set<Tag>();
    const found = (tag: Tag): void => void seen.add(tag);
    for (const view of viewsOf(text)) {
      const squeezed = squeeze(view.text);
      this.#short.find(squeezed, found);
      this.#long.find(squeezed, found);
    }
    return seen;
  }

  #addSpelling(squeezed: Spelling['squeezed'], tag: Tag): void {
    const pattern = squeezed.subarray(0, looked);
    if (pattern.length >= longWindow) this.#long.add(pattern, tag);
    else if (pattern.length >= shortestScreened) this.#short.add(pattern, tag);
  }
}
