import type { Needle } from './encodings';
import { Haystack, needlesOf } from './encodings';
import { unescapedForms } from './escapes';

/** How many escapes inside one another are undone, as in JSON in a JSON string in a form. */
export const deepestEscape = 3;

/** A part of a text, and what is shown in its stead. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

interface Sought {
  readonly needle: Needle;
  readonly placeholder: string;
}

/** Finds values in texts, in every encoding and behind escapes, and puts their placeholders there. */
export class KnownValues {
  /** By placeholder; those that were seen last stand at the end. */
  readonly #sought = new Map<string, readonly Sought[]>();
  readonly #pinned = new Map<string, readonly Sought[]>();
  readonly #most: number;
  #all: readonly Sought[] | undefined;

  /** @param most how many are sought at once, the pinned ones not counted: those that were seen last */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** A pinned value is sought as long as there is something to search. */
  add(value: string, placeholder: string, pinned = true): void {
    const known = this.#sought.get(placeholder);
    if (this.#pinned.has(placeholder)) return;
    const sought = known ?? needlesOf(value).map((needle) => ({ needle, placeholder }));
    this.#sought.delete(placeholder);
    (pinned ? this.#pinned : this.#sought).set(placeholder, sought);
    if (known === undefined || pinned) this.#all = undefined;
    const [oldest] = this.#sought.keys();
    if (this.#sought.size <= this.#most || oldest === undefined) return;
    this.#sought.delete(oldest);
    this.#all = undefined;
  }

  get #needles(): readonly Sought[] {
    this.#all ??= [...this.#pinned.values(), ...this.#sought.values()].flat();
    return this.#all;
  }

  replaceIn(text: string): string {
    if (this.#needles.length === 0) return text;
    const found = this.#find(text, deepestEscape);
    let result = '';
    let end = 0;
    for (const { start, end: next, shown } of found.sort((one, other) => one.start - other.start)) {
      // What begins inside the last one is covered by its placeholder, up to the end of the longer of both.
      if (start >= end) result += text.slice(end, start) + shown;
      end = Math.max(end, next);
    }
    return result + text.slice(end);
  }

  #find(text: string, depth: number): Found[] {
    const haystack = new Haystack(text);
    const found = this.#needles.flatMap((each) => findAll(haystack, each));
    if (depth === 0) return found;
    const behind = unescapedForms(text).flatMap(({ text: plain, origins }) =>
      this.#find(plain, depth - 1).map(({ start, end, shown }) => ({
        start: origins[start] ?? 0,
        end: origins[end] ?? text.length,
        shown,
      })),
    );
    return [...found, ...behind];
  }
}

function findAll(haystack: Haystack, sought: Sought): Found[] {
  const { needle, placeholder } = sought;
  const all: Found[] = [];
  for (
    let start = haystack.indexOf(needle);
    start >= 0;
    start = haystack.indexOf(needle, start + needle.text.length)
  ) {
    const found = { start, end: start + needle.text.length, shown: placeholder };
    all.push(/^\d+$/.test(needle.text) ? (jsonNumber(haystack.text, found) ?? found) : found);
  }
  return all;
}

/** A value that is a number of a JSON body becomes another number, so that the body stays JSON. */
function jsonNumber(text: string, { start, end }: Found): Found | undefined {
  const before = /[[:,]\s{0,20}(-?)$/.exec(text.slice(Math.max(0, start - 24), start));
  const behind = /^((?:\.\d+)?(?:[eE][+-]?\d+)?)\s{0,20}[,}\]]/.exec(text.slice(end, end + 48));
  if (before === null || behind === null) return undefined;
  return { start: start - (before[1] ?? '').length, end: end + (behind[1] ?? '').length, shown: '0' };
}
