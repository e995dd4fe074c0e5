import type { Writable } from 'node:stream';
import { PassThrough } from 'node:stream';

/** Prints what came of a command: as JSON where a machine reads, else as text. */
export function print(json: true | undefined, value: unknown, text: () => string): void {
  console.log(json === true ? JSON.stringify(value, null, 2) : text());
}

/**
 * Text from an untrusted file, in one line and fit for a terminal: what would move the cursor, change
 * colours or turn the direction of writing could make a report say something else.
 */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

/** A stream that takes everything and keeps nothing. */
export const swallow = (): Writable => new PassThrough().resume();
