import type { ClientName } from '../../exchange/exchange';
import type { Target } from '../../targets/target';
import type { Clues } from '../clients/clues';
import type { JudgedClient } from '../clients/judged-client';
import type { Form } from '../sources';
import type { Taken } from '../taker';

/** With what a worker begins. */
export interface Beginning {
  readonly target: Target;
  readonly everyRule: boolean;
  readonly key: Uint8Array;
  /** Where its rules put what they have no room for. */
  readonly folder: string;
}

/** An item as it stands in its input: texts cross to another thread much faster than what they are parsed to. */
export interface Entry {
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
  | { readonly kind: 'conclude' };

/** What an entry tells of its client; `counts`: others can go by it. */
export interface Found {
  readonly clues: Clues;
  readonly counts: boolean;
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
  readonly conclude: readonly JudgedClient[];
}
