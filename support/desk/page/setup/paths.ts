type Path = readonly (number | string)[];

/** A path as one text, for maps and for the ids of elements. */
export const keyOf = (path: Path): string => path.map((part) => encodeURIComponent(part)).join('.');

/** The id of the element that takes the value of a member. */
export const idOf = (path: Path): string => `field-${keyOf(path)}`;

/** As it is written in guides and messages. */
export const shownPath = (path: Path): string => path.join('.');

export function valueAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return valueAt((value as Readonly<Record<string, unknown>>)[key], rest);
}

/** The value with one member changed; `undefined` takes it out. */
export function withValue(value: unknown, [key, ...rest]: Path, wanted: unknown): unknown {
  if (key === undefined) return wanted;
  const before = valueAt(value, [key]);
  const next = withValue(before, rest, wanted);
  if (Array.isArray(value)) {
    const list = [...(value as unknown[])];
    if (next === undefined) list.splice(Number(key), 1);
    else list[Number(key)] = next;
    return list;
  }
  const others = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const kept = others.filter(([name]) => name !== String(key));
  if (next === undefined) return Object.fromEntries(kept);
  // Where it stood, so that nothing jumps about while it is typed.
  if (kept.length < others.length)
    return Object.fromEntries(others.map(([name, each]) => [name, name === String(key) ? next : each]));
  return Object.fromEntries([...others, [String(key), next]]);
}

export const startsWith = (path: Path, start: Path): boolean =>
  start.every((key, index) => String(path[index]) === String(key));
