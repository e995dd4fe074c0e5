import type { ClientName } from '../../exchange/exchange';
import type { Target } from '../../targets/target';
import type { Lesson } from '../../exchange/lesson';
import type { Clues } from '../clients/clues';
import type { JudgedClient } from '../clients/judged-client';
import type { Form, Item } from '../sources';
import type { Taken } from '../taker';
import type { Place } from '../traffic-recorder';

/** With what a worker begins. */
export interface Beginning {
  readonly target: Target;
  readonly everyRule: boolean;
  readonly key: Uint8Array;
  /** Where its rules put what they have no room for. */
  readonly folder: string;
}

/** An item as it stands in its input: texts cross to another thread much faster than what they are parsed to. */
export interface Entry extends Pick<Item, 'unseen'> {
  readonly seq: number;
  readonly text: string;
  /** Its client among those that were named; absent while clients are sought. */
  readonly client?: number;
}

/** What a worker is asked for. */
export type Work =
  /** What entries tell of their clients. */
  | { readonly kind: 'clues'; readonly form: Form; readonly entries: readonly Entry[] }
  /** All clients, in the order by which entries name them. */
  | { readonly kind: 'clients'; readonly names: readonly ClientName[] }
  | { readonly kind: 'judge'; readonly form: Form; readonly entries: readonly Entry[] }
  | { readonly kind: 'end of input' }
  /** Of one client: a slice of its traffic is read, and what it gives to learn is told. */
  | {
      readonly kind: 'read';
      readonly slice: number;
      readonly form: Exclude<Form, 'recording'>;
      readonly entries: readonly Entry[];
    }
  /** What a slice gives to learn, as the JSON of `Taught`; the one that has read it records it. */
  | { readonly kind: 'record'; readonly slice: number; readonly taught: string }
  | { readonly kind: 'conclude' };

/** What an entry tells of its client; `counts`: others can go by it. */
export interface Found {
  readonly clues: Clues;
  readonly counts: boolean;
}

/** What a request tells of where it belongs, and of its client. */
export interface Told extends Found {
  readonly method: string;
  readonly url: string;
}

/** What was read of a slice. Numbers stand for what comes again and again. */
export interface ReadSlice {
  readonly taken: readonly Taken[];
  readonly told: readonly Told[];
  readonly lessons: readonly Lesson[];
  /** Of each that was taken; else null. */
  readonly each: readonly ({ readonly told: number; readonly lessons: readonly number[] } | null)[];
}

/** What is to be recorded of a slice, and what it gives to learn. */
export interface Taught {
  readonly lessons: readonly Lesson[];
  readonly places: readonly Place[];
  readonly each: readonly {
    /** Where it stands among the entries of the slice. */
    readonly at: number;
    readonly seq: number;
    readonly place: number;
    readonly lessons: readonly number[];
  }[];
}

/** A line of the recording; `cycle`: its exchange belongs to a payer cycle. */
export type Line = readonly [seq: number, line: string, cycle: boolean];

/** What became of some entries. */
export interface Judged {
  readonly taken: readonly Taken[];
  readonly lines: readonly Line[];
}

export interface Answers {
  /** As JSON, for the same reason; null for what is no exchange. */
  readonly clues: string;
  readonly clients: undefined;
  readonly judge: Judged;
  readonly 'end of input': undefined;
  /** As JSON: `ReadSlice`. */
  readonly read: string;
  /** The lines of the recording; nothing where another has read the slice. */
  readonly record: string;
  readonly conclude: readonly JudgedClient[];
}
