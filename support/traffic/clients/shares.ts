/**
 * The shard of each client, from 1, so that shards have about as much to do: each client goes to the one that has the
 * least so far.
 * @param items of each client, the largest first
 */
export function sharesOf(items: readonly number[], of: number): number[] {
  const loads = Array.from({ length: of }, () => 0);
  return items.map((count) => {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + count;
    return least + 1;
  });
}
