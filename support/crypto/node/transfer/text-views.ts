/** How a text is read: blanks left out, capitals made small. */
export type View = 'as it is' | 'on one line' | 'caseless' | 'on one line, caseless';

/** What no letter becomes when capitals are made small, and no blank is either. */
const steady = /[!-@[-`{-~]+/g;

/** A text that is searched in several views: each is made once, and only where something may stand in it. */
export class TextViews {
  readonly #text: string;
  #oneLine: string | undefined;
  #lower: string | undefined;
  #oneLineLower: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether the needle stands in that view; it is in small letters where the view is caseless. */
  hold(needle: string, view: View): boolean {
    switch (view) {
      case 'as it is':
        return this.#text.includes(needle);
      case 'on one line':
        return this.#onOneLine().includes(needle);
      case 'caseless':
        return mayHold(this.#text, needle) && (this.#lower ??= this.#text.toLowerCase()).includes(needle);
      case 'on one line, caseless':
        return (
          mayHold(this.#onOneLine(), needle) &&
          (this.#oneLineLower ??= this.#onOneLine().toLowerCase()).includes(needle)
        );
    }
  }

  #onOneLine(): string {
    return (this.#oneLine ??= /\s/.test(this.#text) ? this.#text.replaceAll(/\s+/g, '') : this.#text);
  }
}

/** Whether the longest part of the needle without letters stands there: small letters of all else cost a copy. */
function mayHold(text: string, needle: string): boolean {
  const [longest = ''] = [...(needle.match(steady) ?? [])].sort((one, other) => other.length - one.length);
  return text.includes(longest);
}
