import type { Needle } from './encodings';
import { Haystack, needlesOf } from './encodings';
import { unescapedForms } from './escapes';
import type { Span } from './loose-search';
import { findLoosely } from './loose-search';
import { SecretScreen, shortestScreened } from './secret-screen';
import type { Spelling } from './spellings';
import { squeezedSpellings } from './spellings';
import { squeeze } from './squeezed';

/** How many escapes inside one another are undone, as in JSON in a JSON string in a form. */
export const deepestEscape = 3;

/** How many texts are remembered, and how long they are at most. */
const mostKept = 1000;
const longestKept = 2000;

/** A part of a text, and what is shown in its stead. */
interface Found extends Span {
  readonly shown: string;
}

/** A value that is sought. How it is spelt is worked out once it is met. */
class Sought {
  readonly value: string;
  readonly placeholder: string;
  #needles: readonly Needle[] | undefined;
  #spellings: readonly Spelling[] | undefined;

  constructor(value: string, placeholder: string) {
    this.value = value;
    this.placeholder = placeholder;
  }

  get needles(): readonly Needle[] {
    return (this.#needles ??= needlesOf(this.value));
  }

  get spellings(): readonly Spelling[] {
    return (this.#spellings ??= squeezedSpellings(this.value));
  }
}

/** Finds values in texts, in every encoding and behind escapes, and puts their placeholders there. */
export class KnownValues {
  /** By placeholder; those that were seen last stand at the end. */
  readonly #sought = new Map<string, Sought>();
  readonly #pinned = new Map<string, Sought>();
  readonly #most: number;
  #screen = new SecretScreen<Sought>();
  /** Of too few letters and digits to be screened for. */
  readonly #odd = new Set<Sought>();
  /** Still in the screen, and sought no more. */
  #forgotten = 0;
  /** Counts the changes of what is sought. */
  version = 0;
  /** What texts read without the values that are sought now: many a header is the same in every request. */
  readonly #kept = new Map<string, string>();

  /** @param most how many are sought at once, the pinned ones not counted: those that were seen last */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** A pinned value is sought as long as there is something to search. */
  add(value: string, placeholder: string, pinned = true): void {
    if (this.#pinned.has(placeholder)) return;
    const known = this.#sought.get(placeholder);
    const sought = known ?? new Sought(value, placeholder);
    if (known === undefined) {
      this.#watch(sought);
      this.#change();
    }
    this.#sought.delete(placeholder);
    (pinned ? this.#pinned : this.#sought).set(placeholder, sought);
    const [oldest] = this.#sought.values();
    if (this.#sought.size > this.#most && oldest !== undefined) this.#forget(oldest);
  }

  replaceIn(text: string): string {
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const shown = this.#replaceIn(text);
    if (text.length > longestKept) return shown;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(text, shown);
    return shown;
  }

  #replaceIn(text: string): string {
    const met = this.#met(text);
    if (met.length + this.#odd.size === 0) return text;
    const shown = replaced(text, find(text, [...this.#odd, ...met], deepestEscape));
    // Mostly nothing is left: a closer look takes longer.
    const left = shown === text ? met : this.#met(shown);
    const loose = left.flatMap(({ value, spellings, placeholder }) =>
      findLoosely(shown, value, spellings).map((span) => ({ ...span, shown: placeholder })),
    );
    return loose.length === 0 ? shown : replaced(shown, loose);
  }

  #met(text: string): Sought[] {
    return [...this.#screen.screen(text)].filter((each) => this.#isSought(each));
  }

  #isSought(each: Sought): boolean {
    const { placeholder } = each;
    return this.#sought.get(placeholder) === each || this.#pinned.get(placeholder) === each;
  }

  #watch(sought: Sought): void {
    if (squeeze(sought.value).length < shortestScreened) this.#odd.add(sought);
    else this.#screen.add(sought.value, sought);
  }

  #change(): void {
    this.version += 1;
    this.#kept.clear();
  }

  #forget(oldest: Sought): void {
    this.#sought.delete(oldest.placeholder);
    this.#odd.delete(oldest);
    this.#change();
    this.#forgotten += 1;
    if (this.#forgotten <= this.#most) return;
    this.#forgotten = 0;
    this.#screen = new SecretScreen();
    for (const each of [...this.#pinned.values(), ...this.#sought.values()]) this.#watch(each);
  }
}

function replaced(text: string, found: Found[]): string {
  let result = '';
  let end = 0;
  for (const { start, end: next, shown } of found.sort((one, other) => one.start - other.start)) {
    // What begins inside the last one is covered by its placeholder, up to the end of the longer of both.
    if (start >= end) result += text.slice(end, start) + shown;
    end = Math.max(end, next);
  }
  return result + text.slice(end);
}

/** @param seen texts and how deep they were looked into: escapes undone in another order often come to the same */
function find(
  text: string,
  sought: readonly Sought[],
  depth: number,
  seen = new Map<string, number>(),
): Found[] {
  if ((seen.get(text) ?? -1) >= depth) return [];
  seen.set(text, depth);
  const haystack = new Haystack(text);
  const found = sought.flatMap(({ needles, placeholder }) =>
    needles.flatMap((needle) => findAll(haystack, needle, placeholder)),
  );
  if (depth === 0) return found;
  const behind = unescapedForms(text).flatMap((form) =>
    find(form.text, sought, depth - 1, seen).map(({ start, end, shown }) => ({
      start: form.origins[start] ?? 0,
      end: form.origins[end] ?? text.length,
      shown,
    })),
  );
  return [...found, ...behind];
}

function findAll(haystack: Haystack, needle: Needle, placeholder: string): Found[] {
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
