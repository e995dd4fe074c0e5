import { whyImpossible } from '../../adapter/acts';
import { errorCodes } from '../../adapter/protocol';
import { nationalIdNames } from '../../contract/readings';
import type { Sent } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import { text } from '../../exchange/text';
import type { Exchange } from '../../exchange/exchange';
import type { Judgement, RuleContext } from '../judge/judge';
import { inFacets } from '../judge/judge';
import { encryptedFor } from '../fields/services';
import { home } from '../judge/home';
import { encrypted, at } from '../judge/places';
import type { FieldCase } from '../fields/attribution';
import { bytesCauses, named, tellBytes } from '../fields/bytes-messages';
import type { CharsetHistory } from '../fields/charset-history';
import { givenCharset } from '../fields/charset-history';
import { formCauses, tellForm } from '../fields/form-messages';
import { joinedAtOnce, paddingCauses, rawCauses, tellJoined, tellPadding, tellRaw } from '../fields/messages';
import { acceptsOtp, byService, fieldRule } from '../fields/field-rule';
import { fieldsOf, nameOf } from '../fields/fields';
import { anyAcceptedOtp, anyPlaintext } from '../fields/needs';

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
  title: 'The OTP is never sent raw',
  rule: 'No otp field carries the raw OTP, and encoding alone does not count as encryption.',
  causes: Object.values(rawCauses),
  on: ['identity', 'registry', 'adapter'],
  ...anyAcceptedOtp,
  tells: encrypted('form', 'readable', 'plaintext'),
  costsOtp: true,
  breaksInTraffic: true,
  challenge: ['a raw field for registry'],
  judge: fieldRule('raw OTP', tellRaw, { temptedBy: acceptsOtp }),
});

/** Clause 2.4: no raw login id or national-ID number. Exercised by one that is sent: what an adapter returns only breaks it. */
export const identifiersEncrypted = home({
  id: 'ENC-02',
  clauses: ['2.4'],
  quote:
    'loginId or the national-ID number field in an identity flow carries the Base64 of the RSA ' +
    'ciphertext, never the raw value.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Login id and national ID are never sent raw',
  rule:
    'Neither loginId in identity flows nor the national-ID number is sent as its raw value: not at ' +
    'identity enrolment, and not where the registry creates an ID. This is exercised through ' +
    'fields.send; where the adapter does not offer it, the obligation is not-applicable.',
  causes: Object.values(rawCauses),
  on: ['identity', 'registry', 'adapter'],
  needs: ['CRT-08', 'CRT-09', 'ENC-03', 'ENC-04'],
  tells: [...encrypted('form', 'readable', 'plaintext'), ...at('request body/loginId')],
  act: 'sendsFields',
  breaksInTraffic: true,
  challenge: ['a raw field for identity'],
  judge: fieldRule('raw identifier', tellRaw, { temptedBy: sendsIdentifier }),
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
  needs: ['CRT-08', 'CRT-09', 'ENC-01', 'ENC-02', 'ENC-04'],
  causes: Object.values(formCauses),
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptedFor,
  tells: encrypted('form', 'bytes', 'modulusBytes'),
  reads: 'request',
  challenge: ['a field'],
  judge: fieldRule('form', tellForm, { facetOf: byService }),
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
  needs: ['CRT-08', 'CRT-09', 'ENC-01', 'ENC-02', 'ENC-03'],
  causes: Object.values(paddingCauses),
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptedFor,
  tells: encrypted('padding'),
  challenge: ['a field'],
  judge: fieldRule('padding', tellPadding, { facetOf: byService }),
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
  title: 'Each value has its own ciphertext',
  rule:
    'Values are encrypted one by one: a plaintext never holds two of them, and a field never holds ' +
    'two ciphertexts.',
  ...anyPlaintext,
  causes: [joinedAtOnce],
  on: ['identity', 'registry', 'adapter'],
  tells: encrypted('plaintext'),
  challenge: ['a field'],
  judge: fieldRule('single value', tellJoined),
});

function sendsIdentifier(exchange: Exchange, context: RuleContext): boolean {
  const names = ['loginId', ...nationalIdNames(context.readings)];
  return fieldsOf(exchange).some((field) => field.wanted === 'encrypted' && names.includes(nameOf(field)));
}

/** By the letters of the value that was given. */
const byCharset = ({ field, sent }: FieldCase): string | undefined =>
  field.plaintext?.charset ?? givenCharset(sent);

/** A client that encrypts ASCII and fails at other letters does not encrypt the UTF-8 bytes of every value. */
function unencrypted(sent: Sent, charsets: CharsetHistory): Judgement | undefined {
  const charset = givenCharset(sent);
  const { outcome, code } = (sent.kind === undefined ? undefined : sent.facts.adapter) ?? {};
  if (charset === undefined || charset === 'ASCII' || outcome !== 'refused') return undefined;
  if (!charsets.opensAscii(sent)) return undefined;
  const letters = `letters ${named(charset)}`;
  // A refusal on purpose is a decision of the client: no field of the document needs such letters.
  if (code === errorCodes.refused)
    return inFacets(
      { unjudged: text`${nameEvidence(sent)}: the client refuses ${letters} on purpose` },
      charset,
    );
  const breach = {
    sent: text`${nameEvidence(sent)}, a value with ${letters}`,
    expected: 'the ciphertext of its UTF-8 bytes, as of values of ASCII',
    seen: `an error (${code ?? 'without a code'}) in place of a ciphertext`,
    cause: bytesCauses.throws,
  };
  return inFacets({ breach }, charset);
}

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
  ...anyPlaintext,
  causes: Object.values(bytesCauses),
  on: ['identity', 'registry', 'adapter'],
  facets: { text: ['ASCII', 'Latin-1', 'beyond Latin-1'] },
  facetsOf: ({ offer }) => {
    const ruledOut = offer && whyImpossible('encryptsAnyValue', offer);
    const other = ruledOut === undefined ? {} : { ruledOut };
    return [{ name: 'ASCII' }, { name: 'Latin-1', ...other }, { name: 'beyond Latin-1', ...other }];
  },
  tells: encrypted('plaintext'),
  challenge: ['a field'],
  judge: fieldRule('bytes', tellBytes, { facetOf: byCharset, unanswered: unencrypted }),
});
