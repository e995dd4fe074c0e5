import type { SentEvidence } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
import { parseRedactedForm } from '../../exchange/read-form';
import { memoizeLast } from '../judge/judge';

/** The length of the shortest ciphertext in use, that of a 1024-bit key, in bytes. */
const shortestCiphertext = 128;

const none: readonly FieldFact[] = [];

/** Returns the fields of a request or an answer that can contain an encrypted value, without masked fields. */
export function unmaskedFieldsOf({ facts: { fields = none } }: SentEvidence): readonly FieldFact[] {
  return fields.some(isMasked) ? fields.filter((field) => !isMasked(field)) : fields;
}

/** Returns the name of an encrypted field of which the log contains only a mask; `undefined` if there is none. */
export function maskedField({ facts: { fields = none } }: SentEvidence): string | undefined {
  const masked = fields.find((field) => isMasked(field) && field.wanted === 'encrypted');
  return masked && nameOfField(masked);
}

const isMasked = ({ form }: FieldFact): boolean => form === 'masked';

/** Returns the last member of a field's pointer. */
export function nameOfField({ pointer }: FieldFact): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** Whether the name of a field is that of a mobile number. */
export function isMobile(field: FieldFact): boolean {
  return /mobile/i.test(nameOfField(field));
}

/** Whether a field contains the result of an encryption, in any encoding. */
export function isCiphertext({ bytes = 0, form, key, readable }: FieldFact): boolean {
  if (key !== undefined) return true;
  return form !== 'text' && form !== 'not-a-string' && readable === undefined && bytes >= shortestCiphertext;
}

/** The lengths of RSA ciphertexts of 1024, 2048, 3072 and 4096 bits, in bytes. */
const lengths = [128, 256, 384, 512];

/** Whether a field has the length of an RSA ciphertext, of 1024 to 4096 bits. */
export const isCiphertextLength = ({ bytes = 0 }: FieldFact): boolean => lengths.includes(bytes);

/** Whether a text, or the form that replaced it in the recording, has the length of an RSA ciphertext. */
export function looksEncrypted(text: string): boolean {
  const form = parseRedactedForm(text);
  if (form !== undefined)
    return /^(?:base64|base64url|hex)$/.test(form.kind) && lengths.includes(parseInt(form.size, 10));
  if (!/^[\w+/=-]{170,}$/.test(text)) return false;
  const bytes = /^[0-9a-f]+$/i.test(text) ? text.length / 2 : Buffer.from(text, 'base64').length;
  return lengths.includes(bytes);
}

/** Returns the ciphertexts that a service receives to decrypt them. */
export const ciphertextsIn = memoizeLast((sent: SentEvidence): readonly FieldFact[] =>
  unmaskedFieldsOf(sent).filter((field) => field.wanted === 'encrypted' && isCiphertext(field)),
);
