import type { Members } from '../contract/json';
import { isObject } from '../contract/json';
import { shapeProblems } from './shape-problem';

/**
 * What is left of a value without the members that break its schema, so that the rest can be looked at further. Where
 * a member is missing, what it is missing in goes; of the whole value, no more can be said of that.
 */
export function soundPart(schema: string, value: Members): Members {
  let sound = value;
  for (;;) {
    const [problem] = shapeProblems(schema, sound).filter(({ path }) => canGo(sound, path));
    if (problem === undefined) return sound;
    sound = without(sound, problem.path) as Members;
  }
}

const canGo = (value: Members, path: readonly string[]): boolean =>
  path.length > 1 || (path[0] !== undefined && Object.hasOwn(value, path[0]));

/** A list goes as a whole: without one of its items, the others would have another place. */
function without(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
  const kept = rest.length === 0 ? undefined : without(value[key], rest);
  const others = Object.entries(value).filter(([name]) => name !== key);
  return Object.fromEntries(kept === undefined ? others : [...others, [key, kept]]);
}
