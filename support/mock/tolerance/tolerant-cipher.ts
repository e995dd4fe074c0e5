import type { KeyObject } from 'node:crypto';
import { undoPercentEncoding } from '../../contract/field-text';
import { openField } from '../../crypto/node/field-inspection';
import type { FieldDecrypter } from '../keys';

/**
 * Creates a decrypter that also accepts incorrectly encrypted values: it tries each of `keys` with all known
 * encodings and paddings. A value that is too short to be a ciphertext counts as plain text. If the plaintext
 * contains one of the `known` values, the result is only that value.
 */
export function tolerantCipher(
  keys: readonly KeyObject[],
  strict: FieldDecrypter,
  known: readonly string[],
): FieldDecrypter {
  return {
    decrypt(text, hash) {
      const usual = strict.decrypt(text, hash);
      const plain = usual.ok ? usual.value : (openAnyhow(text, keys) ?? unencrypted(text));
      const value = known.find((each) => holds(plain ?? text, each)) ?? plain;
      return value === undefined ? usual : { ok: true, value };
    },
  };
}

/**
 * Minimum length of a value that can be a ciphertext, in characters: just below the length of a Base64
 * ciphertext under a 1024-bit key. Shorter values are treated as plain text.
 */
const shortestCiphertext = 170;

function unencrypted(text: string): string | undefined {
  return text.length < shortestCiphertext ? text : undefined;
}

/**
 * Returns whether a string contains a value, either directly or after decoding from Base64 or hexadecimal.
 * Ignores NUL characters.
 */
function holds(text: string, value: string): boolean {
  const decoded = (['base64', 'hex'] as const).map((each) => Buffer.from(text, each).toString('utf8'));
  return [text, ...decoded].some((each) => each.replaceAll('\0', '').includes(value));
}

function openAnyhow(text: string, keys: readonly KeyObject[]): string | undefined {
  for (const bytes of readings(text))
    for (const key of keys) {
      const length = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
      // A field may contain two ciphertexts, or a length before the ciphertext. Try the first and the last
      // bytes of the right length.
      for (const ciphertext of [bytes.subarray(0, length), bytes.subarray(-length)]) {
        const opened = ciphertext.length === length ? openField(key, ciphertext) : undefined;
        if (opened !== undefined) return opened.plaintext.toString('utf8');
      }
    }
  return undefined;
}

/**
 * Returns the possible decodings of a value: hexadecimal, Base64 in either alphabet, and Base64 applied
 * twice. Ignores a `data:` prefix, whitespace and percent-encoding.
 */
function readings(text: string): Buffer[] {
  const bare = undoPercentEncoding(text.replace(/^data:[^,]*,/, '').replace(/\s+/g, ''));
  const once = Buffer.from(bare, 'base64');
  const hex = /^[0-9a-f]+$/i.test(bare) ? [Buffer.from(bare, 'hex')] : [];
  return [...hex, once, Buffer.from(once.toString('latin1'), 'base64')];
}
