import { normaliseName } from '../contract/names';
import { isForm } from '../contract/read-body';
import { keptJson } from './read-form';

/** Maximum number of values, and maximum depth, that a search visits: a body may be huge or deeply nested. */
const mostValues = 2000;
const deepest = 6;

/**
 * Returns the value of the member with this name in a JSON value or a form. Searches the top level first. Like a
 * person, also finds the member deeper down, in JSON inside a string, or spelt differently, such as `access_token`.
 * Schemas judge the shape separately.
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

/** Returns the strings in a JSON value, without the names of members. A string that contains JSON is read as JSON. */
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

/** Returns the name of the wanted member as the object spells it; `undefined` for a list, or without such a member. */
function keyOf(object: object, wanted: string): string | undefined {
  if (Array.isArray(object)) return undefined;
  return Object.keys(object).find((key) => key.length >= wanted.length && normaliseName(key) === wanted);
}

/** Returns the values inside these objects and lists, but at most `most`: a list may have half a million elements. */
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

/** Parses a string that contains JSON. Returns any other value unchanged. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  const inner = keptJson(value);
  return typeof inner === 'string' ? opened(inner) : (inner ?? value);
}

/** Returns a lifetime in seconds from a number or a numeric string; `undefined` if the value is neither. */
export function secondsOf(value: unknown): number | undefined {
  const isNumeral = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
  const seconds = typeof value === 'number' || isNumeral ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : undefined;
}
