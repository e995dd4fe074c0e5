/**
 * Formats a number with its noun: `1 request`, `2 requests`. Pass `plural` if the plural is not the noun with
 * an s.
 */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
