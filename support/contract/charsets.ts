/** The smallest of these character sets that holds all letters of a value. */
export type Charset = 'ASCII' | 'Latin-1' | 'beyond Latin-1';

export function charsetOf(value: string): Charset {
  if (Buffer.byteLength(value) === value.length) return 'ASCII';
  return Buffer.from(value, 'latin1').toString('latin1') === value ? 'Latin-1' : 'beyond Latin-1';
}
