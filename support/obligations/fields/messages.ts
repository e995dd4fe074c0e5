import { text } from '../../exchange/text';
import type { Sent } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
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

/** A raw value, or one that is merely encoded (clause 2.4). */
export function tellRaw({ field: { readable } }: FieldCase): FieldTold {
  const isEncoded = readable !== undefined && readable.encoding !== 'raw';
  return {
    expected: 'the Base64 of the RSA ciphertext of the value',
    seen: readable === undefined ? 'the value among other text' : `${readable.planted}, ${readable.encoding}`,
    cause: isEncoded
      ? `${readable.encoding} encrypts nothing: anyone can read it`
      : 'encryption was left out or failed, and the request was sent all the same with the raw value',
  };
}

/** Another key, known or not (clause 4.2). */
export function tellKey({ field: { key }, sent }: FieldCase): FieldTold {
  const { service = 'the service' } = sent;
  return {
    expected: `the current key of ${service}`,
    seen: key === undefined ? 'a ciphertext that none of the known keys opens' : `the key of ${key}`,
    cause: key === undefined ? unknownKey : likelyKey(key, service),
  };
}

const unknownKey =
  'a key that the suite never gave, as one that stands in the program or its configuration: use the certificate of the service';

function likelyKey(key: string, service: string): string {
  if (key.endsWith('(retired)'))
    return 'the certificate was fetched again, and the key of the old one is used all the same';
  if (key === 'callback JWKS')
    return 'the callback JWKS is taken for the certificate: it verifies the JWTs of callbacks, and opens no field';
  return `the certificate of ${key} is used for ${service} too: each service has one of its own`;
}

const paddings: Readonly<Partial<Record<string, string>>> = {
  'oaep-sha256': 'SHA-256 from the first attempt on: it is right only where SHA-1 was rejected',
  'oaep-mixed': "Java's default for OAEPWithSHA-256AndMGF1Padding: its MGF1 stays at SHA-1",
  'oaep-label': 'an OAEP label where an empty one is wanted',
  'oaep-other': 'a hash beside SHA-1 and SHA-256',
  'pkcs1-v1.5': 'RSA/ECB/PKCS1Padding, the default of many libraries',
  none: 'RSA/ECB/NoPadding: the bare operation, which gives one ciphertext for one value',
};

/** Another padding (clause 6.3.2). */
export function tellPadding({ field: { padding = 'none' } }: FieldCase): FieldTold {
  return {
    expected: 'OAEP with SHA-1 and MGF1 over SHA-1; SHA-256 for both where SHA-1 was rejected before',
    seen: padding === 'none' ? 'no padding' : padding,
    cause: paddings[padding] ?? 'another padding',
  };
}

/** Two values in one plaintext (clause 6.3.4). */
export function tellJoined({ field: { plaintext } }: FieldCase): FieldTold {
  return {
    expected: 'one value in one ciphertext',
    seen: `a plaintext with ${plaintext?.contains.join(' and ') ?? 'two values'} in it`,
    cause: 'a whole object or a list of values is encrypted at once',
  };
}
