import type { Exchange } from '../../exchange/exchange';
import { intended, jsonBody } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { memberOf } from '../answers';
import type { RuleContext } from '../rule';
import { isAtPath, isRequest, isV3 } from './requests';

/** What a redacted value shows in its stead. */
const placeholder = /^\[[\w-]+\]$/;

/** The shortest ciphertext that is met, of a 1024-bit key, in bytes. */
const shortestCiphertext = 128;

/**
 * The fields of a request that can carry an encrypted value. Where the recording has no facts of them, as one of a
 * proxy, they are read from what was recorded: no key is known then, and no more than the form can be judged.
 */
export function fieldsOf(exchange: Exchange, context: RuleContext): readonly FieldFact[] {
  return exchange.facts.fields ?? readFields(exchange, context);
}

function readFields(exchange: Exchange, context: RuleContext): FieldFact[] {
  const body = jsonBody(exchange.request);
  return namesFor(exchange, context).flatMap((name) => {
    const value = memberOf(body, name);
    return value === undefined ? [] : [readField(`/${name}`, value)];
  });
}

/** Fields that are always encrypted (clause 2.4). */
function namesFor(exchange: Exchange, context: RuleContext): string[] {
  if (!isRequest(exchange)) return [];
  if (exchange.service === 'registry')
    return intended(exchange) === 'otp.verify' || isAtPath(exchange, '/verifyOTP') ? ['otp'] : [];
  const identity = exchange.service === 'identity' && isV3(exchange, context);
  return identity ? ['otp', 'loginId', context.readings['national-id-field']] : [];
}

function readField(pointer: string, value: unknown): FieldFact {
  const wanted = 'encrypted';
  const raw = { planted: 'a value', encoding: 'raw or merely encoded' };
  if (typeof value !== 'string')
    return { pointer, wanted, form: 'not-a-string', ...(typeof value === 'number' && { readable: raw }) };
  // Values too short for a ciphertext were redacted.
  if (placeholder.test(value)) return { pointer, wanted, form: 'text', readable: raw };
  const bytes = Buffer.from(value, 'base64');
  if (/^[0-9a-f]+$/i.test(value)) return { pointer, wanted, form: 'hex', bytes: value.length / 2 };
  if (value !== '' && bytes.toString('base64') === value)
    return { pointer, wanted, form: 'base64', bytes: bytes.length };
  if (/^[\w-]+={0,2}$/.test(value)) return { pointer, wanted, form: 'base64url', bytes: bytes.length };
  if (/^[A-Za-z0-9+/=\s]+$/.test(value))
    return { pointer, wanted, form: 'base64-loose', bytes: bytes.length };
  return { pointer, wanted, form: 'text' };
}

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

/** Whether a text has the form and the length of an RSA ciphertext, of 1024 to 4096 bits. */
export function looksEncrypted(text: string): boolean {
  if (!/^[\w+/=-]{170,}$/.test(text)) return false;
  const bytes = /^[0-9a-f]+$/i.test(text) ? text.length / 2 : Buffer.from(text, 'base64').length;
  return [128, 256, 384, 512].includes(bytes);
}

/** The ciphertexts that go to a service to be decrypted. */
export function ciphertextsIn(exchange: Exchange, context: RuleContext): FieldFact[] {
  return fieldsOf(exchange, context).filter((field) => field.wanted === 'encrypted' && isCiphertext(field));
}

/** The text of a field, as it was recorded. */
export function textOf(exchange: Exchange, field: FieldFact): string | undefined {
  const names = field.pointer.split('/').slice(1);
  const value = names.reduce<unknown>(
    (parent, name) => memberOf(parent, name.replaceAll('~1', '/').replaceAll('~0', '~')),
    jsonBody(exchange.request),
  );
  return typeof value === 'string' ? value : undefined;
}
