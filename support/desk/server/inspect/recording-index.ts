import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { LineSplitter } from '../../../adapter/lines';
import { readJson } from '../../../contract/json';
import { withCalls } from '../../../exchange/calls';
import type { AdapterAnswer, Evidence } from '../../../exchange/evidence';
import { evidenceIn } from '../../../exchange/read-evidence';
import { isHeaderLine } from '../../../exchange/recording-header';
import type { Results } from '../../../judging/results';
import { RecordedReader, requireRecording } from '../../../report/read-reports';
import type { Bound } from './rounds';
import { Rounds } from './rounds';

/** Two bodies of 1 MiB, each byte of them written as `\u0000`, and a third of that for the rest. */
const maxLineBytes = 16 * 1024 * 1024;
/** So much of a line tells its number. */
const headBytes = 40;

/** Where a line stands in its file. */
interface Span {
  readonly at: number;
  readonly bytes: number;
}

/** Where each exchange of a recording stands, so that any of them is read without those before it. */
export class RecordingIndex {
  readonly #file: string;
  readonly #results: Results;
  readonly #seqs: number[] = [];
  readonly #spans: Span[] = [];
  /** What says which call of the adapter a request belongs to; without bodies. */
  readonly #calls: AdapterAnswer[] = [];
  readonly #rounds = new Rounds();

  private constructor(file: string, results: Results) {
    this.#file = file;
    this.#results = results;
  }

  /** Goes through a recording once. Throws a ConfigurationError where it is missing, cut, or of other results. */
  static async of(file: string, results: Results): Promise<RecordingIndex> {
    requireRecording(file, results);
    const index = new RecordingIndex(file, results);
    const splitter = new LineSplitter(maxLineBytes);
    const reader = new RecordedReader(file, results);
    let [at, number] = [0, 0];
    const take = (bytes: Buffer): void => {
      const head = bytes.toString('utf8', 0, headBytes).trim();
      if (number > 0 || !isHeaderLine(head)) {
        number += 1;
        if (head !== '') index.#add(reader.pass({ number, text: head }), at, bytes);
      }
      at += bytes.length + 1;
    };
    for await (const chunk of createReadStream(file))
      for (const line of splitter.push(chunk as Buffer)) {
        if (line.kind === 'too-long') throw reader.strange(number + 1);
        take(line.bytes);
      }
    if (splitter.size > 0) take(splitter.rest);
    reader.end();
    return index;
  }

  #add(seq: number, at: number, bytes: Buffer): void {
    this.#seqs.push(seq);
    this.#spans.push({ at, bytes: bytes.length });
    const isCall = bytes.includes('"askedAt":');
    if (!isCall && !bytes.includes('"asked":')) return;
    const read = readJson(bytes.toString('utf8'));
    if (!('value' in read)) return;
    this.#rounds.add(seq, read.value);
    const evidence = isCall ? evidenceIn(read.value) : undefined;
    if (evidence?.kind !== 'adapter answer') return;
    const { body, ...call } = evidence;
    this.#calls.push({ ...call, facts: {} });
  }

  get count(): number {
    return this.#seqs.length;
  }

  has(seq: number): boolean {
    return this.#seqs[this.#placeOf(seq)] === seq;
  }

  /** The numbers before and behind one; what has no number of its own has none. */
  neighbours(seq: number): { readonly before?: number; readonly after?: number } {
    const place = this.#placeOf(seq);
    const [before, after] = [this.#seqs[place - 1], this.#seqs[place + 1]];
    return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  }

  /** The numbers of so many behind one. */
  behind(seq: number, most: number): number[] {
    const place = this.#placeOf(seq + 1);
    return this.#seqs.slice(place, place + most);
  }

  /** Others of the round of an exchange that it is bound to. */
  boundTo(seq: number): readonly Bound[] {
    return this.#rounds.boundTo(seq);
  }

  /** Those of these numbers that there are, in the order of the recording. Throws a ConfigurationError for a broken line. */
  async read(wanted: Iterable<number>): Promise<Evidence[]> {
    const seqs = [...new Set(wanted)].filter((seq) => this.has(seq)).sort((one, other) => one - other);
    const reader = new RecordedReader(this.#file, this.#results);
    const file = await open(this.#file);
    try {
      const read: Evidence[] = [];
      for (const seq of seqs) read.push(reader.read({ number: seq, text: await this.#textOf(seq, file) }));
      return this.#called(read);
    } finally {
      await file.close();
    }
  }

  async #textOf(seq: number, file: FileHandle): Promise<string> {
    const { at, bytes } = this.#spans[this.#placeOf(seq)] ?? { at: 0, bytes: 0 };
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
    return buffer.toString('utf8', 0, bytesRead).trim();
  }

  #called(read: readonly Evidence[]): Evidence[] {
    const wanted = new Set(read.map(({ seq }) => seq));
    const others = this.#calls.filter(({ seq }) => !wanted.has(seq));
    const timeline = [...others, ...read].sort((one, other) => one.seq - other.seq);
    return withCalls(timeline).filter(({ seq }) => wanted.has(seq));
  }

  /** Where a number stands, or would. */
  #placeOf(seq: number): number {
    let [low, high] = [0, this.#seqs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#seqs[middle] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
