/** The maximum length of a list or object on one line, in characters. */
const longestLine = 100;

/**
 * Lays out a JSON text in lines. Changes only the whitespace between the parts of the text: names, strings, numbers and
 * their order stay as they are, even if a name occurs twice. Short lists and objects are on one line. Expects a text
 * that `parseBoundedJson` accepts.
 */
export function layOutJson(text: string): string {
  return new Layout(text).value('');
}

class Layout {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, '');
  }

  /** Reads the next value, and returns its lines. All lines except the first begin with `indent`. */
  value(indent: string): string {
    const sign = this.#sign();
    if (sign === '"') return this.#string();
    if (sign === '{' || sign === '[') return this.#block(sign === '{' ? '}' : ']', indent);
    const from = this.#at;
    while (this.#at < this.#text.length && !/[\s,\]}]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  #block(close: '}' | ']', indent: string): string {
    const open = this.#take();
    const members: string[] = [];
    while (this.#sign() !== close && this.#at < this.#text.length) {
      members.push(close === '}' ? this.#member(`${indent}  `) : this.value(`${indent}  `));
      if (this.#sign() === ',') this.#take();
    }
    this.#take();
    if (members.length === 0) return `${open}${close}`;
    const length = members.reduce((sum, each) => sum + each.length + ', '.length, 2);
    if (length <= longestLine && !members.some((each) => each.includes('\n')))
      return close === '}' ? `{ ${members.join(', ')} }` : `[${members.join(', ')}]`;
    return `${open}\n${members.map((each) => `${indent}  ${each}`).join(',\n')}\n${indent}${close}`;
  }

  #member(indent: string): string {
    this.#sign();
    const name = this.#string();
    this.#sign();
    this.#take();
    return `${name}: ${this.value(indent)}`;
  }

  #string(): string {
    const from = this.#at;
    this.#at += 1;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"')
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  /** Passes over whitespace, and returns the next character. */
  #sign(): string {
    while (/^\s$/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text[this.#at] ?? '';
  }

  #take(): string {
    this.#at += 1;
    return this.#text[this.#at - 1] ?? '';
  }
}
