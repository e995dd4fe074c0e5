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

/** What was parsed last, newest first: an exchange has two bodies. */
const parsed: { readonly text: string; readonly value: unknown }[] = [];
const mostParsed = 2;

/** The value of a JSON text that was kept, which many read one after the other and none changes; `undefined` where it is none. */
export function recentJson(text: string): unknown {
  for (const known of parsed) if (known.text === text) return known.value;
  const value = keptJson(text);
  if (parsed.unshift({ text, value }) > mostParsed) parsed.pop();
  return value;
}
