/** `1 demand`, `2 demands`; a plural that takes more than an s is given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
