import { text } from '../../exchange/text';
import type { Sent } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { FieldFact, PaddingFact } from '../../exchange/facts';
import type { Told } from '../judge/judge';
import type { FieldCase } from './attribution';

/** What a breach says beside the exchange that shows it. */
export type FieldTold = Pick<Told, 'expected' | 'seen' | 'cause'>;

/** `POST /path, field /otp`, for the "sent" line of a message, and where to look. */
export function inField(sent: Sent, field: FieldFact): Pick<Told, 'sent' | 'places' | 'field'> {
  const index = sent.facts.fields?.indexOf(field) ?? -1;
  return {
    sent: text`${nameEvidence(sent)}, field ${field.pointer}`,
    places: [`request body${field.pointer}`],
    ...(index >= 0 && { field: index }),
  };
}

/** Why a value can be read that was to be encrypted. */
export const rawCauses = {
  raw: 'encryption was left out or failed, and the raw value was given all the same',
  encoded: 'the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it',
} as const;

/** A raw value, or one that is merely encoded (clause 2.4). */
export function tellRaw({ field: { readable } }: FieldCase): FieldTold {
  const isEncoded = readable !== undefined && readable.encoding !== 'raw';
  return {
    expected: 'the Base64 of the RSA ciphertext of the value',
    seen: readable === undefined ? 'the value among other text' : `${readable.planted}, ${readable.encoding}`,
    cause: isEncoded ? rawCauses.encoded : rawCauses.raw,
  };
}

/** Another key, known or not (clause 4.2). */
export function tellKey({ field: { key }, sent }: FieldCase): FieldTold {
  const { service = 'the service' } = sent;
  return {
    expected: `the current key of ${service}`,
    seen: key === undefined ? 'a ciphertext that none of the known keys opens' : `the key of ${key}`,
    cause: key === undefined ? keyCauses.unknown : likelyKey(key),
  };
}

/** Why a field is encrypted under another key. */
export const keyCauses = {
  unknown:
    'a key that the suite never gave, as one that stands in the program or its configuration: use the certificate of the service',
  retired: 'the certificate was fetched again, and the key of the old one is used all the same',
  callbacks:
    'the callback JWKS is taken for the certificate: it verifies the JWTs of callbacks, and opens no field',
  ofAnother: 'the certificate of one service is used for the other too: each service has one of its own',
} as const;

function likelyKey(key: string): string {
  if (key.endsWith('(retired)')) return keyCauses.retired;
  return key === 'callback JWKS' ? keyCauses.callbacks : keyCauses.ofAnother;
}

/** Paddings by the names that people know them by. */
export const paddingNames: Readonly<Record<PaddingFact, string>> = {
  'oaep-sha1': 'OAEP with SHA-1',
  'oaep-sha256': 'OAEP with SHA-256',
  'oaep-mixed': 'OAEP with SHA-256 and SHA-1, one for the label and the other for MGF1',
  'oaep-label': 'OAEP with a label',
  'oaep-other': 'OAEP with another hash',
  'pkcs1-v1.5': 'PKCS#1 v1.5',
  none: 'no padding',
  unknown: 'a padding that cannot be told',
};

export const mixedHashes =
  'two hashes are mixed, as by default in Java for OAEPWithSHA-256AndMGF1Padding: its MGF1 stays at SHA-1';

/** Why a first attempt has another padding. */
export const paddingCauses = {
  sha256: 'SHA-256 from the first attempt on: it is right only where SHA-1 was rejected',
  mixed: mixedHashes,
  label: 'an OAEP label where an empty one is wanted',
  otherHash: 'OAEP over a hash beside SHA-1 and SHA-256',
  pkcs1: 'RSA/ECB/PKCS1Padding, the default of many libraries',
  none: 'RSA/ECB/NoPadding: the bare operation, which gives one ciphertext for one value',
} as const;

const likelyPaddings: Readonly<Partial<Record<PaddingFact, string>>> = {
  'oaep-sha256': paddingCauses.sha256,
  'oaep-mixed': paddingCauses.mixed,
  'oaep-label': paddingCauses.label,
  'oaep-other': paddingCauses.otherHash,
  'pkcs1-v1.5': paddingCauses.pkcs1,
};

/** Another padding (clause 6.3.2). */
export function tellPadding({ field: { padding = 'none' } }: FieldCase): FieldTold {
  return {
    expected: 'OAEP with SHA-1 and MGF1 over SHA-1; SHA-256 for both where SHA-1 was rejected before',
    seen: paddingNames[padding],
    cause: likelyPaddings[padding] ?? paddingCauses.none,
  };
}

export const joinedAtOnce = 'several values, or a whole object, are made one text and encrypted at once';

/** Two values in one plaintext (clause 6.3.4). */
export function tellJoined({ field: { plaintext } }: FieldCase): FieldTold {
  return {
    expected: 'one value in one ciphertext',
    seen: `a plaintext with ${plaintext?.contains.join(' and ') ?? 'two values'} in it`,
    cause: joinedAtOnce,
  };
}
