import type { KeyObject } from 'node:crypto';
import { openField } from '../../crypto/node/field-inspection';
import type { FieldDecrypter } from '../keys';

/**
 * Opens what was meant as an encrypted value: under any key that could have been taken, in any encoding and padding that
 * is met; what was never encrypted stands for itself. Where a known value stands in it, it is that value.
 */
export function tolerantCipher(
  keys: readonly KeyObject[],
  strict: FieldDecrypter,
  known: readonly string[],
): FieldDecrypter {
  return {
    decrypt(text) {
      const usual = strict.decrypt(text);
      const plain = usual.ok ? usual.value : (openAnyhow(text, keys) ?? unencrypted(text));
      const value = known.find((each) => holds(plain ?? text, each)) ?? plain;
      return value === undefined ? usual : { ok: true, value };
    },
  };
}

/** The shortest ciphertext that a 1024-bit key makes, in Base64: what is shorter was never one. */
const shortestCiphertext = 170;

function unencrypted(text: string): string | undefined {
  return text.length < shortestCiphertext ? text : undefined;
}

/** As it stands, or merely encoded. */
function holds(text: string, value: string): boolean {
  const decoded = (['base64', 'hex'] as const).map((each) => Buffer.from(text, each).toString('utf8'));
  return [text, ...decoded].some((each) => each.replaceAll('\0', '').includes(value));
}

function openAnyhow(text: string, keys: readonly KeyObject[]): string | undefined {
  for (const bytes of readings(text))
    for (const key of keys) {
      const length = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
      // Two ciphertexts in one field, or one behind its length: the last is as good as the first.
      for (const ciphertext of [bytes.subarray(0, length), bytes.subarray(-length)]) {
        const opened = ciphertext.length === length ? openField(key, ciphertext) : undefined;
        if (opened !== undefined) return opened.plaintext.toString('utf8');
      }
    }
  return undefined;
}

/** Base64 (of either alphabet, once or twice), hexadecimal; with what was put around it. */
function readings(text: string): Buffer[] {
  const bare = text.replace(/^data:[^,]*,/, '').replace(/\s+/g, '');
  const once = Buffer.from(bare, 'base64');
  const hex = /^[0-9a-f]+$/i.test(bare) ? [Buffer.from(bare, 'hex')] : [];
  return [...hex, once, Buffer.from(once.toString('latin1'), 'base64')];
}
