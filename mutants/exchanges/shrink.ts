/**
 * The fewest members, in their order, that a test still holds for: delta debugging (Zeller, 1999) by halves. The test
 * must hold for all of them.
 */
export function fewest<Value>(
  all: readonly Value[],
  holds: (some: readonly Value[]) => boolean,
): readonly Value[] {
  let kept = all;
  let size = Math.ceil(kept.length / 2);
  while (kept.length > 1 && size >= 1) {
    const before = kept.length;
    for (let start = 0; start < kept.length;) {
      const others = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (others.length > 0 && holds(others)) kept = others;
      else start += size;
    }
    if (size === 1 && kept.length === before) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return kept;
}
