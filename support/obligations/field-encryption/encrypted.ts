import { rpcErrorCodes } from '../../adapter/protocol';
import { oaepSha1Limit } from '../../contract/constants';
import { classifyFieldText } from '../../contract/field-text';
import { memberOf, parseJson } from '../../contract/json';
import { readingForService, nationalIdNames } from '../../contract/readings';
import type { AdapterAnswer, SentEvidence } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { cutBetweenForms, parseRedactedForm } from '../../exchange/read-form';
import { reportText } from '../../exchange/text';
import type { CharsetHistory, SentField } from '../fields/attribution';
import { charsetGivenToAdapter, mayBeOfEarlierKey, mayFollowUnseenRejection } from '../fields/attribution';
import { unmaskedFieldsOf, nameOfField } from '../fields/ciphertexts';
import {
  acceptedOtpNeeds,
  facetOfAcceptedOtp,
  facetOfOtpField,
  otpFacets,
  otpFacetsOfSend,
  plaintextNeeds,
  refusedSend,
  serviceOfField,
  encryptionServiceFacets,
  fieldRule,
} from '../fields/field-rule';
import {
  bytesCauses,
  formCauses,
  joinedAtOnce,
  nameCharset,
  paddingCauses,
  rawCauses,
  tellBytes,
  tellForm,
  tellJoined,
  tellPadding,
  describeRawValue,
} from '../fields/messages';
import { RefusedCallNotes, readRefusal, whyNoRefusal } from '../judge/adapter-refusals';
import { findActionGap } from '../judge/gaps';
import { judgesEachMessage } from '../judge/absences';
import { missingAcceptedOtp, openInRun, untested } from '../judge/common-absences';
import { defineHome, adapterAnswerPlaces, placesAt, encryptedFieldPlaces, shownByRow } from '../judge/home';
import type { Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';
import { withNotes } from '../judge/requests';

/** Clause 2.4: no raw OTP. Exercised by one that is accepted, of each service and each call that verifies one. */
export const otpEncrypted = defineHome({
  id: 'ENC-01',
  clauses: ['2.4'],
  quote:
    'a request field named otp, loginId or the national-ID number field in an identity flow carries ' +
    'the Base64 of the RSA ciphertext, never the raw value.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'The OTP is never sent raw',
  rule:
    'No request to the identity service or the registry carries a raw OTP: neither a verify-OTP or ' +
    'verify-mobile-OTP call, nor an identity flow. Encoding alone does not count as encryption. Each service needs an ' +
    'OTP that it accepted; its verify-mobile-OTP call counts as well once the target names the path.',
  absences: {
    [missingAcceptedOtp]: untested,
  },
  latitude: {
    'a ciphertext of another library': 'another-library',
    'an OTP of the identity service, in the member otp': 'otp-value-in-otp',
    'the OTP is in authData.otp.otpValue': shownByRow,
    'the verification has further members': shownByRow,
    'the target names the path of the verify-mobile-OTP call': 'mobile-otp-agreed',
    'the OTP of a mobile number is nested in its body': 'mobile-otp-in-auth-data',
    'a Base64 text with escaped signs in JSON': 'json-plus-escaped',
  },
  causes: Object.values(rawCauses),
  on: ['identity', 'registry', 'adapter'],
  ...acceptedOtpNeeds,
  facets: { service: ['each that the client sends OTPs to'], call: ['verify-OTP', 'verify-mobile-OTP'] },
  facetsOf: otpFacets,
  tells: encryptedFieldPlaces('form', 'readable', 'plaintext'),
  costsOtp: true,
  breaksInTraffic: true,
  anywhere: true,
  challenge: ['a raw field for registry'],
  judge: fieldRule('raw OTP', describeRawValue, {
    temptedBy: facetOfAcceptedOtp,
    facetOf: facetOfOtpField,
    unanswered: (sent, _charsets, context) =>
      refusedSend(sent, (service) => otpFacetsOfSend(service, context)),
  }),
});

/** Clause 2.4: no raw login id or national-ID number. Exercised by one that is sent: what an adapter returns only breaks it. */
export const identifiersEncrypted = defineHome({
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
    'fields.send; if the adapter does not offer it, the obligation is not-tested (not-offered).',
  absences: {
    'a field with an identifier': untested,
  },
  latitude: {
    'the name aadhaarNumber for the national-ID number': 'aadhaar-number-encrypted',
    'the name aadhaar for the national-ID number': 'aadhaar-encrypted',
    'other numbers of twelve digits in plain text': 'other-numbers-of-twelve-digits',
    'no ID creation at the registry': 'no-ids-of-the-registry',
  },
  causes: Object.values(rawCauses),
  on: ['identity', 'registry', 'adapter'],
  needs: ['CRT-08', 'CRT-09', 'ENC-03', 'ENC-04'],
  tells: [...encryptedFieldPlaces('form', 'readable', 'plaintext'), ...placesAt('request body/loginId')],
  act: 'sendsFields',
  breaksInTraffic: true,
  anywhere: true,
  challenge: ['a raw field for identity'],
  judge: fieldRule('raw identifier', describeRawValue, { temptedBy: sendsIdentifier }),
});

/** Clause 6.3.2: the standard Base64 of one raw ciphertext. */
export const fieldForm = defineHome({
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
  absences: {
    'a certificate with a key as long as the ciphertext': {
      run: 'failed',
      traffic: 'inconclusive',
      complete:
        'the recording contains a certificate of the service with another length, and the ciphertext does not have the length of the document',
    },
  },
  latitude: {
    'a ciphertext of another library': 'another-library',
    'a Base64 text with escaped slashes in JSON': 'json-slashes-escaped',
    'a Base64 text with escaped plus signs in JSON': 'json-plus-escaped',
    'null in a further encrypted member without a value': 'otp-value-null',
  },
  needs: ['CRT-08', 'CRT-09', 'ENC-01', 'ENC-02', 'ENC-04'],
  causes: Object.values(formCauses),
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptionServiceFacets,
  tells: encryptedFieldPlaces('form', 'bytes', 'modulusBytes'),
  reads: 'request',
  challenge: ['a field'],
  judge: fieldRule('form', tellForm, {
    facetOf: serviceOfField,
    whyOpen: (about) =>
      mayBeOfEarlierKey(about)
        ? reportText`${nameEvidence(about.sent)}, field ${about.field.pointer}: as long as a ciphertext under another key size, and the recording does not contain every certificate that the client may have fetched`
        : undefined,
  }),
});

/** Clause 6.3.2: OAEP, with SHA-1 on a first attempt. */
export const oaepPadding = defineHome({
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
  absences: {
    'a rejection of SHA-1 before SHA-256 is used': { run: 'failed', traffic: 'not judged' },
  },
  latitude: {
    'OAEP of another library': 'another-library',
    'SHA-256 in the next call after a rejection': 'one-attempt',
  },
  needs: ['CRT-08', 'CRT-09', 'ENC-01', 'ENC-02', 'ENC-03'],
  causes: Object.values(paddingCauses),
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptionServiceFacets,
  tells: encryptedFieldPlaces('padding'),
  challenge: ['a field'],
  judge: fieldRule('padding', tellPadding, {
    facetOf: serviceOfField,
    whyOpen: (about) =>
      mayFollowUnseenRejection(about)
        ? reportText`${nameEvidence(about.sent)}, field ${about.field.pointer}: SHA-1 may have been rejected before the recording began`
        : undefined,
  }),
});

/** Clause 6.3.4: one value in one plaintext. */
export const valuesSeparate = defineHome({
  id: 'ENC-06',
  clauses: ['6.3.4'],
  quote: 'Each value is encrypted separately; values are never concatenated.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: 'Each value has its own ciphertext',
  rule: 'Values are encrypted one by one: a plaintext never holds two of them.',
  absences: judgesEachMessage,
  latitude: {
    'another order of the members': 'members-in-another-order',
    'an encrypted value in a nested object': 'otp-value-in-otp',
    'an empty text in a further encrypted member without a value': 'otp-value-empty',
  },
  ...plaintextNeeds,
  causes: [joinedAtOnce],
  on: ['identity', 'registry', 'adapter'],
  tells: encryptedFieldPlaces('plaintext'),
  challenge: ['a field'],
  judge: fieldRule('single value', tellJoined),
});

function sendsIdentifier(exchange: Exchange, context: RuleContext): boolean {
  const names = ['loginId', ...nationalIdNames(context.readings)];
  return unmaskedFieldsOf(exchange).some(
    (field) => field.wanted === 'encrypted' && names.includes(nameOfField(field)),
  );
}

/** By the letters of the value that was given. */
const byCharset = ({ field, sent }: SentField): string | undefined =>
  field.plaintext?.charset ?? charsetGivenToAdapter(sent);

/** A client that encrypts ASCII and fails at other letters does not encrypt the UTF-8 bytes of every value. */
function unencrypted(sent: SentEvidence, charsets: CharsetHistory): Judgement | undefined {
  const charset = charsetGivenToAdapter(sent);
  const { outcome, code } = (sent.kind === undefined ? undefined : sent.facts.adapter) ?? {};
  if (charset === undefined || charset === 'ASCII' || outcome !== 'refused') return undefined;
  if (!charsets.opensAscii(sent)) return undefined;
  const letters = `letters ${nameCharset(charset)}`;
  // A refusal on purpose is a decision of the client: no field of the document needs such letters.
  if (code === rpcErrorCodes.refused)
    return withFacetNames(
      {
        unjudged: reportText`${nameEvidence(sent)}: the client refuses ${letters} on purpose`,
        rulesOut: true,
      },
      charset,
    );
  const breach = {
    sent: reportText`${nameEvidence(sent)}, a value with ${letters}`,
    expected: 'the ciphertext of its UTF-8 bytes, as of values of ASCII',
    seen: `an error (${code ?? 'without a code'}) in place of a ciphertext`,
    cause: bytesCauses.throws,
  };
  return withFacetNames({ breach }, charset);
}

/** Clause 6.3.2: the bare UTF-8 bytes. */
export const plaintextBare = defineHome({
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
  absences:
    'each plaintext is judged on its own; letters that no key opens are compared with those that a key opened',
  latitude: {
    'a ciphertext of another library': 'another-library',
    'letters beyond ASCII are refused on purpose': 'ascii-alone-on-purpose',
  },
  ...plaintextNeeds,
  causes: Object.values(bytesCauses),
  on: ['identity', 'registry', 'adapter'],
  facets: { text: ['ASCII', 'Latin-1', 'beyond Latin-1'] },
  facetsOf: ({ roles, offer }) => {
    const setAside = offer && findActionGap('encryptsAnyValue', roles, offer);
    const other = setAside === undefined ? {} : { setAside };
    return [{ name: 'ASCII' }, { name: 'Latin-1', ...other }, { name: 'beyond Latin-1', ...other }];
  },
  tells: encryptedFieldPlaces('plaintext'),
  challenge: ['a field'],
  judge: fieldRule('bytes', tellBytes, { facetOf: byCharset, unanswered: unencrypted }),
});

const likely = {
  cut: 'the value is cut to what fits, or padded otherwise, as by PKCS#1 v1.5',
  split: 'the value is split over several ciphertexts',
  noCiphertext: 'no ciphertext is given and no error either: what failed was passed over',
} as const;

/**
 * Clauses 6.3.2, 8: a value over the OAEP limit is refused whole. Judged on what the adapter answered, once a value
 * that just fits was encrypted: a client that refuses everything shows nothing. Where it encrypts under a longer key,
 * more fits, and which key it is has a name of its own.
 */
export const oversizeRefused = defineHome({
  id: 'ENC-14',
  clauses: ['6.3.2', '8'],
  quote: 'RSA 2048-bit with OAEP SHA-1, maximum plaintext | about 214 bytes',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'should',
  seen: 'adapter',
  title: 'Values too long for OAEP are rejected, not cut',
  rule:
    'A value that exceeds what OAEP can hold, 214 bytes at 2048 bits with SHA-1, is refused by the ' +
    'integrator; it is neither cut nor split. If the client refuses values that fit, too, its refusal of longer values ' +
    'shows nothing: the obligation is not tested for that service.',
  absences: {
    'a value of the largest size that is encrypted': openInRun,
  },
  latitude: {
    'a refusal with another error code than -32001': 'long-values-refused-without-code',
    'a ciphertext of another library for values that fit': 'another-library',
    'an attempt that fails, answered with the error code -32000': 'long-value-refused-by-failure',
  },
  on: ['adapter'],
  needs: ['CRT-08', 'CRT-09', 'ENC-03', 'ENC-04', 'ENC-07'],
  causes: Object.values(likely),
  tells: [
    ...adapterAnswerPlaces,
    ...placesAt('fact adapter/valueBytes', 'request body/ciphertext', 'fact fields'),
  ],
  act: 'encryptsAnyValue',
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptionServiceFacets,
  challenge: ['a field of that size'],
  judge: (context) => {
    const bitsFor = ({ service }: AdapterAnswer): number =>
      readingForService(context.readings, 'key-bits', service);
    const over: AdapterAnswer[] = [];
    /** Services for which a longer key is in use than their own. */
    const longer = new Set<string | undefined>();
    /** Services for which a value that just fits was encrypted. */
    const fitted = new Set<string | undefined>();
    /** Services for which the client refused on purpose to encrypt a value that just fits. */
    const refused = new Set<string | undefined>();
    return {
      observe(answer) {
        if (answer.facts.fields?.some(isUnderLonger) === true) longer.add(answer.service);
        const { adapter } = answer.facts;
        if (answer.method !== 'field.encrypt' || adapter === undefined) return;
        if (adapter.outcome === 'not-offered') return;
        const limit = oaepSha1Limit(bitsFor(answer));
        if (adapter.valueBytes > limit) over.push(answer);
        else if (adapter.valueBytes === limit) {
          if (adapter.outcome === 'result') fitted.add(answer.service);
          if (readRefusal(answer)?.kind === 'on purpose') refused.add(answer.service);
        }
      },
      conclude() {
        const tally = new JudgementTally(context);
        const notes = new RefusedCallNotes();
        for (const answer of over) {
          if (!isRefused(answer) && longer.has(answer.service)) continue;
          const judgement = judge(answer, bitsFor(answer), { fitted, refused });
          if ('kept' in judgement) notes.add(answer);
          tally.add(withFacetNames(judgement, answer.service), answer.seq);
        }
        return withNotes(notes.all, tally.conclude());
      },
    };
  },
});

function isUnderLonger({ form, bytes = 0, modulusBytes, ownKey, padding }: FieldFact): boolean {
  if (form !== 'base64' || (padding !== 'unknown' && ownKey !== false)) return false;
  return modulusBytes !== undefined && bytes > modulusBytes;
}

const isRefused = ({ facts: { adapter } }: AdapterAnswer): boolean => adapter?.outcome === 'refused';

/** Judges the answer to a value that is too long, by the services for which a value that just fits was encrypted or refused. */
function judge(
  answer: AdapterAnswer,
  bits: number,
  { fitted, refused }: Readonly<Record<'fitted' | 'refused', ReadonlySet<string | undefined>>>,
): Judgement {
  const { facts, body } = answer;
  const limit = oaepSha1Limit(bits);
  const { adapter } = facts;
  const value = `a value of ${limit} bytes for ${answer.service ?? 'the service'}, which fits`;
  if (!fitted.has(answer.service) && !refused.has(answer.service))
    return { unjudged: `${value}, was not encrypted either` };
  // The method is optional, so a client that refuses values that fit is judged as one that does not offer it.
  if (!fitted.has(answer.service) && isRefused(answer))
    return { unjudged: `${value}, was refused on purpose`, kind: 'not-offered', optional: true };
  if (isRefused(answer)) return whyNoRefusal(answer) ?? keptJudgement;
  return {
    breach: {
      sent: `field.encrypt of a value of ${adapter?.valueBytes ?? 0} bytes`,
      expected: `an error: OAEP with SHA-1 takes ${limit} bytes`,
      seen: `${adapter?.outcome ?? 'nothing'} ${cutBetweenForms(body?.text ?? '', 80)}`,
      cause: likelyGift(memberOf(parseJson(body?.text ?? ''), 'ciphertext'), bits / 8),
    },
  };
}

/** By what was given, or the form that was kept of it. */
function likelyGift(given: unknown, keyBytes: number): string {
  const form = typeof given === 'string' ? parseRedactedForm(given) : undefined;
  const { bytes, flaw } = classifyFieldText(given);
  const isCoded = form !== undefined && /^(?:base64|base64url|hex)$/.test(form.kind);
  const size = isCoded ? parseInt(form.size, 10) : bytes?.length;
  if (size === undefined || size < keyBytes) return likely.noCiphertext;
  const isJoined = flaw === 'joined' || form?.details.includes('joined') === true;
  return isJoined || size > keyBytes ? likely.split : likely.cut;
}
