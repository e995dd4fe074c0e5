/** A value of a JSON text, as it is written: members keep their order, and one that stands twice stands twice. */
export type JsonNode = JsonBranch | JsonLeaf;

export interface JsonBranch {
  readonly kind: 'array' | 'object';
  readonly members: readonly JsonMember[];
}

export interface JsonLeaf {
  readonly kind: 'number' | 'text' | 'word';
  /** Of a text what it says; of a number and of `true`, `false`, `null` how it is spelled. */
  readonly text: string;
}

export interface JsonMember {
  /** Of an array the place, from 0. */
  readonly name: string;
  readonly value: JsonNode;
  /** A member before it has the same name: readers of JSON do not agree on which of them counts. */
  readonly isRepeated?: true;
}

/** What keeps a text from being JSON, and where; line and column count from 1. */
export interface JsonFlaw {
  readonly why: 'an end' | 'another character' | 'too deep';
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

export type ReadNodes = { readonly node: JsonNode } | { readonly flaw: JsonFlaw };

/** Deeper nesting is an attack or an accident. */
const deepest = 200;

/** Reads a JSON text (RFC 8259); where it is none, tells the place. */
export function readNodes(text: string): ReadNodes {
  try {
    return { node: new Reader(text).whole() };
  } catch (error) {
    if (error instanceof Stop) return { flaw: { why: error.why, ...placeIn(text, error.at) } };
    throw error;
  }
}

function placeIn(text: string, at: number): Omit<JsonFlaw, 'why'> {
  const before = text.slice(0, at);
  const lines = before.split('\n');
  return { at, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

class Stop extends Error {
  readonly why: JsonFlaw['why'];
  readonly at: number;

  constructor(why: JsonFlaw['why'], at: number) {
    super(why);
    this.why = why;
    this.at = at;
  }
}

const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words = /true|false|null/y;
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const [quote, backslash, blank] = [0x22, 0x5c, 0x20];

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): JsonNode {
    this.#skip();
    const node = this.#value(0);
    if (this.#at < this.#text.length) throw this.#stop();
    return node;
  }

  #value(depth: number): JsonNode {
    const node = this.#one(depth);
    this.#skip();
    return node;
  }

  #one(depth: number): JsonNode {
    if (depth > deepest) throw new Stop('too deep', this.#at);
    switch (this.#text[this.#at]) {
      case '{':
        return { kind: 'object', members: this.#object(depth + 1) };
      case '[':
        return { kind: 'array', members: this.#array(depth + 1) };
      case '"':
        return { kind: 'text', text: this.#string() };
      case 't':
      case 'f':
      case 'n':
        return { kind: 'word', text: this.#need(words) };
      default:
        return { kind: 'number', text: this.#need(numbers) };
    }
  }

  #object(depth: number): JsonMember[] {
    const seen = new Set<string>();
    return this.#members('}', () => {
      const name = this.#string();
      this.#skip();
      this.#expect(':');
      const value = this.#value(depth);
      const isRepeated = seen.has(name);
      seen.add(name);
      return { name, value, ...(isRepeated && { isRepeated }) };
    });
  }

  #array(depth: number): JsonMember[] {
    let count = 0;
    return this.#members(']', () => ({ name: String(count++), value: this.#value(depth) }));
  }

  #members(end: string, next: () => JsonMember): JsonMember[] {
    const members: JsonMember[] = [];
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] !== end)
      for (;;) {
        members.push(next());
        if (this.#text[this.#at] !== ',') break;
        this.#expect(',');
      }
    if (this.#text[this.#at] !== end) throw this.#stop();
    this.#at += 1;
    return members;
  }

  /** By hand: a pattern keeps a way back for each of a million characters. */
  #string(): string {
    const begin = this.#at;
    if (this.#text.charCodeAt(begin) !== quote) throw this.#stop();
    this.#at += 1;
    let isPlain = true;
    for (let code = this.#text.charCodeAt(this.#at); code !== quote; code = this.#text.charCodeAt(this.#at)) {
      if (code === backslash) {
        this.#need(escapes);
        isPlain = false;
      } else if (code >= blank) this.#at += 1;
      else throw this.#stop();
    }
    this.#at += 1;
    return isPlain
      ? this.#text.slice(begin + 1, this.#at - 1)
      : (JSON.parse(this.#text.slice(begin, this.#at)) as string);
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) throw this.#stop();
    this.#at += 1;
    this.#skip();
  }

  /** Blanks; by hand as well, since most places have none. */
  #skip(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== blank && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #need(pattern: RegExp): string {
    const found = this.#take(pattern);
    if (found === undefined) throw this.#stop();
    return found;
  }

  #stop(): Stop {
    return new Stop(this.#at >= this.#text.length ? 'an end' : 'another character', this.#at);
  }
}
