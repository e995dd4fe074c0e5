import type { ReadBody } from '../contract/read-body';
import { readText } from '../contract/read-body';
import { keptJson } from './read-form';

const mostKept = 500;
const longestKept = 4000;

/** Caches results that depend on a text. Texts repeat: for example, a client sends equal headers in each request. */
export class TextCache<Of> {
  readonly #kept = new Map<string, { readonly beside: string; readonly found: Of }>();

  /**
   * Returns the result for a text, from the cache if possible.
   *
   * @param find computes the result; may depend only on `text` and `beside` until the next call of `forget`
   * @param beside a second input of `find`, such as a header name; joining it to `text` would create long new keys
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

  /** Returns the cached result for a text; `undefined` if the cache does not contain the text. */
  known(text: string): Of | undefined {
    return this.#kept.get(text)?.found;
  }

  forget(): void {
    this.#kept.clear();
  }
}

/** The bodies that were read last, the newest first. Two are enough, because an exchange has two bodies. */
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
