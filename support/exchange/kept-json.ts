import { isObject, parseKeepingDuplicates, plainMemberName } from '../contract/json';
import { redactedFormOf, isUnredacted } from './kept-form';

/** What keeps the names and the values of a JSON body. */
export interface JsonKeeper {
  /** The name of a member, or its form. */
  readonly name: (name: string) => string;
  /** Whether a secret stands under a name. */
  readonly isSecret: (name: string) => boolean;
  readonly text: (name: string, text: string, place: ValuePlace) => string;
  /** The text of a number that is kept; `undefined` where it is not. */
  readonly number: (name: string, value: number, place: ValuePlace) => string | undefined;
}

/** Where a value stands, besides its name. */
export interface ValuePlace {
  /** In the body of a refusal, or in the error envelope: what is said there is said of the request. */
  readonly inError: boolean;
  /** Under the name of a secret: only ids and times are kept, as those beside an OTP. */
  readonly inSecret: boolean;
  /** One of several: bytes are numbers, too. */
  readonly inList: boolean;
  /** How many texts of JSON it stands in. */
  readonly nested: number;
  /** In a header, and in no body. */
  readonly inHeader: boolean;
}

export const outside: ValuePlace = {
  inError: false,
  inSecret: false,
  inList: false,
  nested: 0,
  inHeader: false,
};

/** What is deeper, and what is more than that, is counted and not kept: a claim would fill a recording. */
const most = { depth: 32, members: 500, nested: 2 };

/** A JSON value as it is kept: of the same shape, with a form in place of each name and value that is not. */
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
  /** How many members are left below the top. */
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
    // A number may be written digit by digit.
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

  /** Two names that are hidden stay two, though nothing but their size is told. */
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
