/** How many rows the keys turn that turn a page. */
const pageRows = 15;

/** The row that a key leads to, among so many; `undefined` for a key that leads to none. `at` is -1 where none is chosen. */
export function indexFor(key: string, at: number, count: number): number | undefined {
  const to: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? count - 1 : at - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1);
}
