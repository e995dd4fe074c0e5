import { readForm } from '../../exchange/read-form';
import type { Sent } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
import { lastKept } from '../judge/sight';

export { isDoubtful } from '../../exchange/fields';

/** The shortest ciphertext that is met, of a 1024-bit key, in bytes. */
const shortestCiphertext = 128;

const none: readonly FieldFact[] = [];

/** The fields of a request or an answer that can carry an encrypted value, but for those that the log masks. */
export function fieldsOf({ facts: { fields = none } }: Sent): readonly FieldFact[] {
  return fields.some(isMasked) ? fields.filter((field) => !isMasked(field)) : fields;
}

/** A field of which the log shows a mask alone. */
export function maskedField({ facts: { fields = none } }: Sent): string | undefined {
  const masked = fields.find((field) => isMasked(field) && field.wanted === 'encrypted');
  return masked && nameOf(masked);
}

const isMasked = ({ form }: FieldFact): boolean => form === 'masked';

/** The last member of a field's pointer. */
export function nameOf({ pointer }: FieldFact): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

export function isMobile(field: FieldFact): boolean {
  return /mobile/i.test(nameOf(field));
}

/** Whether a field holds what encryption makes, well or badly written. */
export function isCiphertext({ bytes = 0, form, key, readable }: FieldFact): boolean {
  if (key !== undefined) return true;
  return form !== 'text' && form !== 'not-a-string' && readable === undefined && bytes >= shortestCiphertext;
}

const lengths = [128, 256, 384, 512];

/** Whether a field has the length of an RSA ciphertext, of 1024 to 4096 bits. */
export const isCiphertextLength = ({ bytes = 0 }: FieldFact): boolean => lengths.includes(bytes);

/** The same of a text, or of the form that was kept of it. */
export function looksEncrypted(text: string): boolean {
  const form = readForm(text);
  if (form !== undefined)
    return /^(?:base64|base64url|hex)$/.test(form.kind) && lengths.includes(parseInt(form.size, 10));
  if (!/^[\w+/=-]{170,}$/.test(text)) return false;
  const bytes = /^[0-9a-f]+$/i.test(text) ? text.length / 2 : Buffer.from(text, 'base64').length;
  return lengths.includes(bytes);
}

/** The ciphertexts that go to a service to be decrypted. */
export const ciphertextsIn = lastKept((sent: Sent): readonly FieldFact[] =>
  fieldsOf(sent).filter((field) => field.wanted === 'encrypted' && isCiphertext(field)),
);
