import { home } from '../judge/home';
import { encrypted, at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { intended } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { isAccepted } from '../judge/fates';
import type { Judge } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import type { Aspect, FieldCase } from '../fields/attribution';
import { attribute } from '../fields/attribution';
import { fieldsOf, isCiphertext, isMobile, nameOf } from '../fields/fields';
import type { FieldTold } from '../fields/messages';
import { inField, tellBytes, tellForm, tellJoined, tellKey, tellPadding, tellRaw } from '../fields/messages';
import { onlyAfter } from '../judge/gate';
import { HashHistory } from '../fields/hash-history';
import { KeyHistory } from '../fields/key-history';

/** Whether the registry has accepted an OTP: by the operation for it, or as a field that it opened. */
export function acceptsOtp(exchange: Exchange): boolean {
  if (!isAccepted(exchange)) return false;
  if (intended(exchange) === 'otp.verify') return true;
  const { service, facts } = exchange;
  return (
    service === 'registry' && (facts.fields ?? []).some((field) => isOpened(field) && nameOf(field) === 'otp')
  );
}

/** Whether a field held one of the values that were given, whatever stood around it: that is ENC-07's. */
export function isOpened({ wanted, plaintext }: FieldFact): boolean {
  return wanted === 'encrypted' && (plaintext?.equals !== undefined || (plaintext?.contains.length ?? 0) > 0);
}

/** Judges each field that is to be encrypted, by what the attribution finds. */
function fieldRule(
  aspect: Aspect,
  tell: (about: FieldCase) => FieldTold,
  temptedBy?: (exchange: Exchange) => boolean,
): Judge {
  return (context) => {
    const tally = new Tally();
    const history = new HashHistory(context);
    const keys = new KeyHistory();
    let tempted = temptedBy === undefined;
    return {
      observe(exchange) {
        for (const field of fieldsOf(exchange, context)) {
          if (field.wanted !== 'encrypted') continue;
          const about = { field, exchange, history, keys, context };
          const found = attribute(about);
          if (found.broken === aspect)
            tally.add({ breach: { ...inField(exchange, field), ...tell(about) } }, exchange.seq);
          else if (found.kept.includes(aspect)) tally.add(kept, exchange.seq);
        }
        tempted ||= temptedBy?.(exchange) === true;
        history.observe(exchange);
        keys.observe(exchange);
      },
      conclude: () => onlyAfter(tempted, tally.conclude()),
    };
  };
}

/** Clause 2.4: no raw OTP. Exercised by one that the registry accepts. */
export const otpEncrypted = home({
  id: 'ENC-01',
  clauses: ['2.4'],
  quote:
    'a request field named otp, loginId or the national-ID number field in an identity flow carries ' +
    'the Base64 of the RSA ciphertext, never the raw value.',
  subject: 'integrator',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'The OTP never travels raw',
  rule: 'No otp field carries the raw OTP, and encoding alone does not count as encryption.',
  outcome: 'no OTP is sent raw or merely encoded',
  on: ['identity', 'registry', 'adapter'],
  tells: encrypted('form', 'readable', 'plaintext'),
  costsOtp: true,
  judge: fieldRule('raw OTP', tellRaw, acceptsOtp),
});

/** Clause 2.4: no raw login id or national-ID number. */
export const identifiersEncrypted = home({
  id: 'ENC-02',
  clauses: ['2.4'],
  quote:
    'loginId or the national-ID number field in an identity flow carries the Base64 of the RSA ' +
    'ciphertext, never the raw value.',
  subject: 'integrator',
  roles: ['identity'],
  level: 'must',
  seen: 'active',
  title: 'Login id and national ID never travel raw',
  rule:
    'In identity flows neither loginId nor the national-ID number is sent as its raw value. This is ' +
    'exercised through fields.send; where the adapter does not offer it, the obligation is ' +
    'not-applicable.',
  outcome: 'neither loginId nor the national-ID number is sent raw',
  on: ['identity', 'registry', 'adapter'],
  tells: [...encrypted('form', 'readable', 'plaintext'), ...at('request body/loginId')],
  act: 'sendsFields',
  judge: fieldRule('raw identifier', tellRaw),
});

/** Clause 6.3.2: the standard Base64 of one raw ciphertext. */
export const fieldForm = home({
  id: 'ENC-03',
  clauses: ['6.3.2'],
  quote: 'Output the Base64 of the raw ciphertext in the JSON field.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'passive',
  title: 'Encrypted fields are standard Base64 of one ciphertext',
  rule:
    'An encrypted field holds a single raw ciphertext of RSA, of the same length as the modulus of ' +
    'the key, in standard Base64 with its padding. Base64url, hex and line breaks are breaches.',
  outcome: 'each encrypted field is the standard Base64 of one ciphertext as long as the modulus',
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  tells: encrypted('form', 'bytes', 'modulusBytes'),
  reads: 'request',
  challenge: 'field',
  judge: fieldRule('form', tellForm),
});

/** Clause 4.2: each service's own key. */
export const ownKeyUsed = home({
  id: 'CRT-09',
  clauses: ['4.2'],
  quote: 'RSA public key for professional-registry ID fields',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Each service gets ciphertext under its own key',
  rule: 'The key that encrypts a field belongs to the service to which the field goes.',
  outcome: 'each field is encrypted under the key of its own service',
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  tells: encrypted('key', 'ownKey'),
  challenge: 'field',
  judge: fieldRule('key', tellKey),
});

/** Clause 6.3.2: OAEP, with SHA-1 on a first attempt. */
export const oaepPadding = home({
  id: 'ENC-04',
  clauses: ['6.3.2'],
  quote:
    'Encrypt the UTF-8 bytes of one value with RSA (2048-bit key), OAEP padding, SHA-1 digest, MGF1 ' +
    'mask generation (JCE name RSA/ECB/OAEPWithSHA-1AndMGF1Padding).',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'The first attempt uses OAEP with SHA-1',
  rule:
    'A first attempt pads with OAEP over SHA-1, and MGF1 there uses SHA-1 as well. Where SHA-1 was ' +
    'rejected earlier, SHA-256 is right.',
  outcome: 'each first attempt is padded by OAEP with SHA-1 and MGF1 over SHA-1',
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  tells: encrypted('padding'),
  challenge: 'field',
  judge: fieldRule('padding', tellPadding),
});

/** Clause 6.3.4: one value in one plaintext. */
export const valuesSeparate = home({
  id: 'ENC-06',
  clauses: ['6.3.4'],
  quote: 'Each value is encrypted separately; values are never concatenated.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Every value has a ciphertext of its own',
  rule:
    'Values are encrypted one by one: a plaintext never holds two of them, and a field never holds ' +
    'two ciphertexts.',
  outcome: 'each value is encrypted separately',
  on: ['identity', 'registry', 'adapter'],
  tells: encrypted('plaintext'),
  challenge: 'field',
  judge: fieldRule('single value', tellJoined),
});

/** Clause 6.3.2: the bare UTF-8 bytes. */
export const plaintextBare = home({
  id: 'ENC-07',
  clauses: ['6.3.2'],
  quote: 'Encrypt the UTF-8 bytes of one value with RSA (2048-bit key)',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'The plaintext is the bare UTF-8 value',
  rule:
    'The bytes of the value in UTF-8 are encrypted and nothing besides: neither quotes nor blanks, no ' +
    'wrapper, and no other charset.',
  outcome: 'each plaintext is exactly the UTF-8 bytes of its value',
  on: ['identity', 'registry', 'adapter'],
  facets: { text: ['ASCII', 'Latin-1', 'beyond Latin-1'] },
  tells: encrypted('plaintext'),
  challenge: 'field',
  judge: fieldRule('bytes', tellBytes),
});

/** Clause 2.4: a mobile number is encrypted where that is documented, and only there. Exercised by one of each kind. */
export const mobileAsDocumented = home({
  id: 'ENC-15',
  clauses: ['2.4'],
  quote: 'only when the field is documented as encrypted',
  subject: 'integrator',
  roles: ['identity'],
  level: 'must',
  seen: 'active',
  title: 'Mobile numbers are encrypted only where documented',
  rule:
    'A mobile number is encrypted in each field that is documented as encrypted, and in no other. ' +
    'This is exercised through fields.send, and without that offer the obligation is not-applicable.',
  outcome: 'a mobile number is encrypted where its field is documented as encrypted, and only there',
  on: ['identity', 'registry'],
  tells: [...encrypted('wanted', 'form', 'readable'), ...at('request body')],
  act: 'sendsFields',
  judge: (context) => {
    const tally = new Tally();
    const history = new HashHistory(context);
    const keys = new KeyHistory();
    const seen = new Set<FieldFact['wanted']>();
    return {
      observe(exchange) {
        for (const field of fieldsOf(exchange, context).filter(isMobile)) {
          const told = tellMobile({ field, exchange, history, keys, context });
          if (told === undefined) continue;
          seen.add(field.wanted);
          tally.add(
            told === 'kept' ? kept : { breach: { ...inField(exchange, field), ...told } },
            exchange.seq,
          );
        }
      },
      conclude: () => onlyAfter(seen.size > 1, tally.conclude()),
    };
  },
});

function tellMobile(about: FieldCase): FieldTold | 'kept' | undefined {
  const { field } = about;
  if (field.wanted === 'plain') return isPlain(field) ? 'kept' : tellNeedless(field);
  const { broken, kept: found } = attribute(about);
  if (broken === 'mobile') return tellRaw(about);
  return found.includes('mobile') ? 'kept' : undefined;
}

/** Whether a field that is to stay plain is so, as far as can be seen. */
export function isPlain(field: FieldFact): boolean {
  const encoded = field.readable !== undefined && field.readable.encoding !== 'raw';
  return !isCiphertext(field) && !encoded;
}

/** Something other than the plain value where that is wanted (clause 2.4). */
export function tellNeedless({ key, readable }: FieldFact): FieldTold {
  return {
    expected: 'the value as plaintext JSON: this field is not documented as encrypted',
    seen: key === undefined ? `the value as ${readable?.encoding ?? 'a ciphertext'}` : 'a ciphertext',
    cause: 'every field, or every one of that name, is encrypted',
  };
}
