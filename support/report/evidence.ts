import type { Exchange } from '../exchange/exchange';
import type { Breach } from '../obligations/judges';
import type { Results } from '../judging/results';

/** The exchanges that results refer to, by `seq`. */
export type Evidence = ReadonlyMap<number, Exchange>;

/** What every report is rendered from. */
export interface Rendered {
  readonly results: Results;
  readonly evidence: Evidence;
}

/** A part of a text, with the exchange that it names. */
export interface TextPart {
  readonly text: string;
  readonly seq?: number;
}

/** What came over the wire stands in quotes and names nothing, and neither does PKCS#1. */
const quotedOrName = /"(?:[^"\\…]|\\.)*["…]|(?<![\w#/])#(\d+)\b/g;

/** A text in parts: the names of exchanges, as `#4`, and what is between them. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: name, 1: seq, index } of text.matchAll(quotedOrName)) {
    if (seq === undefined) continue;
    parts.push({ text: text.slice(end, index) }, { text: name, seq: Number(seq) });
    end = index + name.length;
  }
  return [...parts, { text: text.slice(end) }];
}

/** The exchanges that a text names, as in `first in #4`; in their order. */
export function namedIn(text: string): number[] {
  return partsOf(text).flatMap(({ seq }) => seq ?? []);
}

/** The exchanges that show a breach: those of which its words speak, and those on which it was found. */
export function exchangesOf({ got, sent, expected, exchanges }: Breach): number[] {
  return [...new Set([...[got, sent, expected].flatMap(namedIn), ...exchanges])];
}

/** The `seq` of every exchange that a report has to show: evidence, breaches, and the messages of cycles. */
export function referredTo({ obligations, cycles }: Pick<Results, 'obligations' | 'cycles'>): Set<number> {
  return new Set([
    ...obligations.flatMap(({ evidence }) => evidence),
    ...obligations.flatMap(({ breaches = [] }) => breaches.flatMap(exchangesOf)),
    ...obligations.flatMap(({ reason = '', notes = [] }) => [reason, ...notes].flatMap(namedIn)),
    ...cycles.flatMap(({ steps }) => steps.map(({ seq }) => seq)),
  ]);
}

/** Picks them from a recording that is at hand. */
export function evidenceFrom(results: Results, exchanges: readonly Exchange[]): Evidence {
  const wanted = referredTo(results);
  return new Map(exchanges.filter(({ seq }) => wanted.has(seq)).map((exchange) => [exchange.seq, exchange]));
}
