import { encodingPatterns } from './encodings';
import { unescapedForms } from './escapes';

/** How many escapes inside one another are undone, as in JSON in a JSON string in a form. */
export const deepestEscape = 3;

/** A part of a text, and what is shown in its stead. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** Finds values in texts, in every encoding and behind escapes, and puts their placeholders there. */
export class KnownValues {
  readonly #parts: { pattern: string; placeholder: string }[] = [];
  #finder: RegExp | undefined;

  add(value: string, placeholder: string): void {
    this.#parts.push(...encodingPatterns(value).map((pattern) => ({ pattern, placeholder })));
    this.#finder = undefined;
  }

  replaceIn(text: string): string {
    if (this.#parts.length === 0) return text;
    this.#finder ??= new RegExp(this.#parts.map(({ pattern }) => `(${pattern})`).join('|'), 'g');
    const found = this.#find(text, this.#finder, deepestEscape);
    let result = '';
    let end = 0;
    for (const { start, end: next, shown } of found.sort((one, other) => one.start - other.start)) {
      // What begins inside the last one is covered by its placeholder, up to the end of the longer of both.
      if (start >= end) result += text.slice(end, start) + shown;
      end = Math.max(end, next);
    }
    return result + text.slice(end);
  }

  #find(text: string, finder: RegExp, depth: number): Found[] {
    const found = [...text.matchAll(finder)].map((match) => this.#describe(text, match));
    if (depth === 0) return found;
    const behind = unescapedForms(text).flatMap(({ text: plain, origins }) =>
      this.#find(plain, finder, depth - 1).map(({ start, end, shown }) => ({
        start: origins[start] ?? 0,
        end: origins[end] ?? text.length,
        shown,
      })),
    );
    return [...found, ...behind];
  }

  #describe(text: string, match: RegExpExecArray): Found {
    const groups: readonly (string | undefined)[] = match.slice(1);
    const which = groups.findIndex((group) => group !== undefined);
    const end = match.index + match[0].length;
    const found = { start: match.index, end, shown: this.#parts[which]?.placeholder ?? '[secret]' };
    return /^\d+$/.test(match[0]) ? (jsonNumber(text, found) ?? found) : found;
  }
}

/** A value that is a number of a JSON body becomes another number, so that the body stays JSON. */
function jsonNumber(text: string, { start, end }: Found): Found | undefined {
  const before = /[[:,]\s{0,20}(-?)$/.exec(text.slice(Math.max(0, start - 24), start));
  const behind = /^((?:\.\d+)?(?:[eE][+-]?\d+)?)\s{0,20}[,}\]]/.exec(text.slice(end, end + 48));
  if (before === null || behind === null) return undefined;
  return { start: start - (before[1] ?? '').length, end: end + (behind[1] ?? '').length, shown: '0' };
}
