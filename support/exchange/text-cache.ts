import type { ReadBody } from '../contract/read-body';
import { readText } from '../contract/read-body';
import { keptJson } from './read-form';

const mostKept = 500;
const longestKept = 4000;

/** What follows from texts that come again and again, as most headers of a client do. */
export class TextCache<Of> {
  readonly #kept = new Map<string, { readonly beside: string; readonly found: Of }>();

  /**
   * @param find depends on the text and what stands beside it alone, until `forget` is called
   * @param beside as the name of a header; joined to the text it would make another long one to be looked up
   */
  of(text: string, find: () => Of, beside = ''): Of {
    const known = this.#kept.get(text);
    if (known?.beside === beside) return known.found;
    const found = find();
    if (text.length > longestKept) return found;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(text, { beside, found });
    return found;
  }

  /** What followed from a text that came before. */
  known(text: string): Of | undefined {
    return this.#kept.get(text)?.found;
  }

  forget(): void {
    this.#kept.clear();
  }
}

/** The texts that were read last, the newest first. Two are enough, because an exchange has two bodies. */
const recent: { readonly text: string; readonly read: ReadBody | undefined }[] = [];
const mostRecent = 2;

/**
 * Reads the text of a recorded body (see {@link readText}). Many rules read the same body one after the other, so the
 * result is cached; callers must not change its value.
 */
export function readRecentText(text: string): ReadBody | undefined {
  for (const known of recent) if (known.text === text) return known.read;
  const read = readText({ text }, keptJson);
  if (recent.unshift({ text, read }) > mostRecent) recent.pop();
  return read;
}
