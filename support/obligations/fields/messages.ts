import { text } from '../../exchange/text';
import type { Sent } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
import type { Told } from '../judge/judge';
import type { FieldCase } from './attribution';
import { modulusBytes } from './attribution';

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
  return {
    expected: 'the Base64 of the RSA ciphertext of the value',
    seen: readable === undefined ? 'the value among other text' : `${readable.planted}, ${readable.encoding}`,
    cause:
      'encryption was left out or failed, and the request was sent all the same; Base64 encrypts nothing',
  };
}

const forms: Readonly<Partial<Record<FieldFact['form'], string>>> = {
  'base64-loose':
    'Base64 with line breaks (a MIME encoder), without padding, or two ciphertexts put together',
  base64url: 'the URL alphabet (- and _) in place of the standard one (+ and /)',
  hex: 'hexadecimal in place of Base64',
  text: 'text that is no Base64',
  'not-a-string': 'null, a number or an object: encryption failed, and the request was sent all the same',
};

/** Something else than the standard Base64 of one ciphertext (clause 6.3.2). */
export function tellForm({ field, context }: FieldCase): FieldTold {
  const wanted = modulusBytes(field, context);
  const length = field.bytes === undefined ? '' : ` of ${field.bytes} bytes`;
  return {
    expected: `standard Base64, padded and on one line, of ${wanted} bytes`,
    seen: `${field.form}${length}`,
    cause:
      forms[field.form] ??
      (field.bytes === wanted * 2
        ? 'two ciphertexts in one field'
        : 'a key of another length, leading zeros cut off, or something besides the raw ciphertext'),
  };
}

/** Another known key (clause 4.2). */
export function tellKey({ field: { key = 'another' }, sent }: FieldCase): FieldTold {
  return {
    expected: `the current key of ${sent.service ?? 'the service'}`,
    seen: `the key of ${key}`,
    cause: key.endsWith('(retired)')
      ? 'the certificate was fetched again, and the key of the old one is used all the same'
      : 'one certificate is cached for both services, or the callback JWKS is taken for it',
  };
}

const paddings: Readonly<Partial<Record<string, string>>> = {
  'oaep-sha256': 'SHA-256 from the first attempt on: it is right only where SHA-1 was rejected',
  'oaep-mixed': "Java's default for OAEPWithSHA-256AndMGF1Padding: its MGF1 stays at SHA-1",
  'oaep-label': 'an OAEP label where an empty one is wanted',
  'pkcs1-v1.5': 'RSA/ECB/PKCS1Padding, the default of many libraries',
};

/** Another padding, or nothing that any known key opens (clause 6.3.2). */
export function tellPadding({ field: { padding = 'unknown' } }: FieldCase): FieldTold {
  return {
    expected: 'OAEP with SHA-1 and MGF1 over SHA-1; SHA-256 for both where SHA-1 was rejected before',
    seen: padding === 'unknown' ? 'a ciphertext that none of the known keys opens' : padding,
    cause: paddings[padding] ?? 'a key from elsewhere, another hash, or encryption without padding',
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

/** Other bytes than the value's own (clause 6.3.2). */
export function tellBytes({ field: { plaintext } }: FieldCase): FieldTold {
  const around = plaintext?.contains.length ? ` around ${plaintext.contains.join(', ')}` : '';
  return {
    expected: 'the UTF-8 bytes of the value and nothing else',
    seen: `${plaintext?.bytes ?? 0} bytes${around}: ${plaintext?.flaw ?? 'no value that was given'}`,
    cause: 'the value is encrypted as JSON (in quotes), with blanks or a wrapper, or in another charset',
  };
}
