import { isObject, parseKeepingDuplicates, plainMemberName } from '../contract/json';
import { redactedFormOf, isUnredacted } from './kept-form';

/** Functions that redact the names and the values of a JSON body. */
export interface JsonKeeper {
  /** Returns the name of a member, or the form that replaces the name. */
  readonly name: (name: string) => string;
  /** Returns whether the value of a member with this name is secret. */
  readonly isSecret: (name: string) => boolean;
  readonly text: (name: string, text: string, place: ValuePlace) => string;
  /** Returns the text of a number; `undefined` if the recording must not contain the number. */
  readonly number: (name: string, value: number, place: ValuePlace) => string | undefined;
}

/** The place of a value, apart from the name of its member. */
export interface ValuePlace {
  /** The value is in the body of a refusal, or in the error envelope: its text describes the request. */
  readonly inError: boolean;
  /** The value is inside a secret member. There, a recording keeps only ids and times, such as those next to an OTP. */
  readonly inSecret: boolean;
  /** The value is in a list. A recording does not keep numbers in lists, because they may be the bytes of a secret. */
  readonly inList: boolean;
  /** Number of JSON texts that surround the value because they are written as strings inside JSON. */
  readonly nested: number;
  /** The value is in a header, not in a body. */
  readonly inHeader: boolean;
}

export const outside: ValuePlace = {
  inError: false,
  inSecret: false,
  inList: false,
  nested: 0,
  inHeader: false,
};

/** Limits on the recorded part of a JSON value, because a claim may be very large. Further values are only counted. */
const most = { depth: 32, members: 500, nested: 2 };

/** Redacts a JSON value and returns JSON text of the same shape. Forms replace the names and values that are hidden. */
export function keptJsonText(
  value: unknown,
  keeper: JsonKeeper,
  place: ValuePlace = outside,
  name = '',
): string {
  return new Walk(keeper).value(name, value, place, 0);
}

class Walk {
  readonly #keeper: JsonKeeper;
  /** Number of members and elements below the top level that can still be recorded. */
  #left = most.members;

  constructor(keeper: JsonKeeper) {
    this.#keeper = keeper;
  }

  value(name: string, value: unknown, place: ValuePlace, depth: number): string {
    if (typeof value === 'string') return this.#text(name, value, place, depth);
    if (typeof value === 'number') return this.#number(name, value, place);
    if (typeof value !== 'object' || value === null) return String(value);
    if (depth >= most.depth) return quoted(redactedFormOf(value));
    return Array.isArray(value)
      ? this.#list(name, value, place, depth)
      : this.#object(name, value as Readonly<Record<string, unknown>>, place, depth);
  }

  #text(name: string, text: string, place: ValuePlace, depth: number): string {
    if (text === '') return '""';
    if (place.nested < most.nested && /^\s*[[{"]/.test(text)) {
      const inner = parseKeepingDuplicates(text);
      if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null))
        return quoted(this.value(name, inner, { ...place, nested: place.nested + 1 }, depth + 1));
    }
    return quoted(this.#keeper.text(name, text, place));
  }

  #number(name: string, value: number, place: ValuePlace): string {
    // Keep 0, except in a list: a list may contain a secret number, digit by digit.
    if (value === 0 && !place.inList) return '0';
    return this.#keeper.number(name, value, place) ?? quoted(redactedFormOf(value));
  }

  #list(name: string, values: readonly unknown[], place: ValuePlace, depth: number): string {
    const within = place.inList ? place : { ...place, inList: true };
    const parts: string[] = [];
    for (const each of values) {
      if (this.#isFull(parts.length, depth)) {
        parts.push(quoted(more(values.length - parts.length)));
        break;
      }
      parts.push(this.value(name, each, within, depth + 1));
    }
    return `[${parts.join(',')}]`;
  }

  #object(
    name: string,
    members: Readonly<Record<string, unknown>>,
    place: ValuePlace,
    depth: number,
  ): string {
    const inSecret = place.inSecret || this.#keeper.isSecret(name);
    const parts: string[] = [];
    const used = new Map<string, number>();
    const names = Object.keys(members);
    for (const each of names) {
      if (this.#isFull(parts.length, depth)) {
        parts.push(`${quoted(more(names.length - parts.length))}:true`);
        break;
      }
      const plain = plainMemberName(each);
      const inError = place.inError || (depth === 0 && plain === 'error' && isObject(members[each]));
      const within = { ...place, inError, inSecret, inList: false };
      const value = this.value(plain, members[each], within, depth + 1);
      parts.push(`${quoted(this.#name(plain, used))}:${value}`);
    }
    return `{${parts.join(',')}}`;
  }

  /** Returns the name to record. Numbers equal forms, so that two hidden names remain two members. */
  #name(name: string, used: Map<string, number>): string {
    const kept = this.#keeper.name(name);
    if (isUnredacted(kept)) return kept;
    const count = (used.get(kept) ?? 0) + 1;
    used.set(kept, count);
    return count === 1 ? kept : kept.replace('›', `, ${count}›`);
  }

  #isFull(count: number, depth: number): boolean {
    if (depth === 0) return count >= most.members;
    this.#left -= 1;
    return this.#left < 0;
  }
}

const more = (count: number): string => `‹${count} more›`;
const quoted = (text: string): string => JSON.stringify(text);
