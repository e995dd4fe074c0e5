import { normaliseName } from '../contract/names';
import { isForm } from '../contract/read-body';
import { keptJson } from './read-form';

/** How many values are looked at, and how deep: a body may be nested without end. */
const mostValues = 2000;
const deepest = 6;

/**
 * The member of that name in a JSON value: under its own name at the top, else as a person would find it in an answer
 * of another shape, deeper down, in JSON inside a string, or spelt `access_token`. Whether the shape is right is the
 * affair of a schema.
 */
export function findMember(value: unknown, name: string): unknown {
  const wanted = normaliseName(name);
  let level: unknown[] = [fields(value)];
  let left = mostValues;
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const objects = level.map(opened).filter((each) => typeof each === 'object' && each !== null);
    for (const object of objects) {
      const found = keyOf(object, wanted);
      if (found !== undefined) return (object as Readonly<Record<string, unknown>>)[found];
    }
    level = valuesOf(objects, left);
    left -= level.length;
  }
  return undefined;
}

/** The texts in a JSON value, names of members apart; JSON inside a string counts as that JSON. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  let level: unknown[] = [value];
  let left = mostValues;
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const all = level.map(opened);
    texts.push(...all.filter((each) => typeof each === 'string'));
    level = valuesOf(
      all.filter((each) => typeof each === 'object' && each !== null),
      left,
    );
    left -= level.length;
  }
  return texts;
}

/** The members of a list have no names. */
function keyOf(object: object, wanted: string): string | undefined {
  if (Array.isArray(object)) return undefined;
  return Object.keys(object).find((key) => key.length >= wanted.length && normaliseName(key) === wanted);
}

/** As many as are looked at: a list may have half a million. */
function valuesOf(objects: readonly object[], most: number): unknown[] {
  const found: unknown[] = [];
  for (const object of objects)
    for (const value of Array.isArray(object) ? (object as unknown[]) : Object.values(object)) {
      if (found.length === most) return found;
      found.push(value);
    }
  return found;
}

/** Returns the fields of a URL-encoded form as an object; returns any other value unchanged. */
function fields(value: unknown): unknown {
  return typeof value === 'string' && isForm(value)
    ? Object.fromEntries(new URLSearchParams(firstPairs(value)))
    : value;
}

function firstPairs(form: string): string {
  let end = -1;
  for (let pairs = 0; pairs < mostValues; pairs += 1) {
    end = form.indexOf('&', end + 1);
    if (end < 0) return form;
  }
  return form.slice(0, end);
}

/** A string that holds JSON counts as that JSON. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  const inner = keptJson(value);
  return typeof inner === 'string' ? opened(inner) : (inner ?? value);
}

/** A lifetime in seconds, as a number or as the text of one; `undefined` where it is neither. */
export function secondsOf(value: unknown): number | undefined {
  const isNumeral = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
  const seconds = typeof value === 'number' || isNumeral ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : undefined;
}
