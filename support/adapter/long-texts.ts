import { randomUUID } from 'node:crypto';
import { parseJson } from '../contract/json';

/** From so many characters on a text is set aside: JSON would copy a bundle of 10 MiB eight times for each call. */
const longest = 16 * 1024;

/**
 * JSON in which a token stands in place of each long text. JSON gives back every text as it was, so that what comes of
 * a value is the same as if the text had been written and read.
 */
export class LongTexts {
  readonly #secret = randomUUID();
  readonly #aside: string[] = [];

  write(value: unknown): string {
    return JSON.stringify(value, (_name, each: unknown) =>
      typeof each === 'string' && each.length > longest ? this.#tokenOf(each) : each,
    );
  }

  /** The value of a text that was written here. */
  read(text: string): unknown {
    const value = parseJson(text);
    return this.#aside.length === 0 ? value : this.#restored(value);
  }

  #tokenOf(text: string): string {
    return `${this.#secret}/${this.#aside.push(text) - 1}`;
  }

  #restored(value: unknown): unknown {
    if (typeof value === 'string') return this.#textOf(value);
    if (typeof value !== 'object' || value === null) return value;
    const members = value as Record<string, unknown>;
    for (const [name, member] of Object.entries(members)) members[name] = this.#restored(member);
    return value;
  }

  #textOf(token: string): string {
    const [secret, index] = token.split('/');
    return secret === this.#secret ? (this.#aside[Number(index)] ?? token) : token;
  }
}
