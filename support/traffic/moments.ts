import { latestMs } from '../exchange/har/har-entry';
import type { Form, Item } from './sources';

/** In the text of an entry alone: within a string of JSON, its quotes would be escaped. */
const spelled: Readonly<Partial<Record<Form, RegExp>>> = {
  har: /"startedDateTime"\s*:\s*"([^"]{1,64})"/,
  log: /"startedAt"\s*:\s*(?:"([^"]{1,64})"|(\d{1,16}(?:\.\d{1,9})?))/,
};

/**
 * When the items of an input came, in epoch milliseconds, so that several inputs can be read side by side. What an input
 * holds stays in its order: an item that says an earlier time than the one before it counts as of that time, and so does
 * one that says none or one that cannot be.
 */
export class Moments {
  readonly #spelled: RegExp | undefined;
  #last = 0;

  constructor(form: Form) {
    this.#spelled = spelled[form];
  }

  of(item: Item): number {
    const found = 'text' in item ? this.#spelled?.exec(item.text) : undefined;
    const [, text, number] = found ?? [];
    const at = text === undefined ? Number(number ?? Number.NaN) : Date.parse(text);
    if (at > this.#last && at <= latestMs) this.#last = at;
    return this.#last;
  }
}
