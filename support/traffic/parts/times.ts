import { closeSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { ConfigurationError } from '../../targets/errors';

const bytesEach = 8;
const chunkTimes = 8192;

/** Writes when each item of an input came, in the order of the input: eight bytes for each. */
export class TimesWriter {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #chunk = Buffer.alloc(chunkTimes * bytesEach);
  #held = 0;
  #count = 0;
  /** The last time. */
  last = 0;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(`${file}.next`, 'w', 0o600);
  }

  /** @param at no earlier than that of the item before; numbers without an item have that of the next one */
  add(number: number, at: number): void {
    for (; this.#count < number; this.#count += 1) {
      this.#chunk.writeDoubleLE(at, this.#held);
      this.#held += bytesEach;
      if (this.#held === this.#chunk.length) this.#write();
    }
    this.last = at;
  }

  finish(): void {
    this.#write();
    closeSync(this.#descriptor);
    renameSync(`${this.#file}.next`, this.#file);
  }

  #write(): void {
    for (let at = 0; at < this.#held;) at += writeSync(this.#descriptor, this.#chunk, at, this.#held - at);
    this.#held = 0;
  }
}

/** Counts the items of an input that came before a time; times are asked in their order. */
export class TimesReader {
  readonly #file: string;
  readonly #items: number;
  readonly #last: number;
  readonly #chunk = Buffer.alloc(chunkTimes * bytesEach);
  /** Which items the chunk holds. */
  #from = 0;
  #to = 0;
  #count = 0;

  constructor(file: string, { items, last }: { readonly items: number; readonly last: number }) {
    this.#file = file;
    this.#items = items;
    this.#last = last;
  }

  /** @param orAt whether those count that came at that very time */
  before(time: number, orAt: boolean): number {
    const isBefore = (at: number): boolean => at < time || (orAt && at === time);
    // Of files that follow each other, nothing is read.
    if (isBefore(this.#last)) this.#count = this.#items;
    while (this.#count < this.#items) {
      if (this.#count >= this.#to) this.#read();
      if (isBefore(this.#timeOf(this.#to - 1))) this.#count = this.#to;
      else if (isBefore(this.#timeOf(this.#count))) this.#count += 1;
      else break;
    }
    return this.#count;
  }

  #timeOf(item: number): number {
    return this.#chunk.readDoubleLE((item - this.#from) * bytesEach);
  }

  #read(): void {
    const [from, to] = [this.#count, Math.min(this.#items, this.#count + chunkTimes)];
    const wanted = (to - from) * bytesEach;
    const descriptor = openSync(this.#file, 'r');
    try {
      let got = 0;
      for (let read = -1; read !== 0 && got < wanted; got += read)
        read = readSync(descriptor, this.#chunk, got, wanted - got, from * bytesEach + got);
      if (got < wanted)
        throw new ConfigurationError('is not whole', { file: this.#file }, 'split that input again');
    } finally {
      closeSync(descriptor);
    }
    [this.#from, this.#to] = [from, to];
  }
}

/** The places of items among those of several inputs that are read side by side. */
export class Places {
  readonly #inputs: readonly TimesReader[];

  constructor(inputs: readonly TimesReader[]) {
    this.#inputs = inputs;
  }

  /** Items are asked in their order; of those of the same time, that of an earlier input comes first. */
  of(from: number, number: number, time: number): number {
    return this.#inputs.reduce(
      (sum, input, at) => (at === from ? sum : sum + input.before(time, at < from)),
      number,
    );
  }
}
