import type { KeyObject } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, importSPKI } from 'jose';
import { isObject, parseJson } from '../../contract/json';
import { envelopeAlgorithms } from '../../contract/readings/payer';
import type { ReadingValues } from '../../contract/readings';

/**
 * Protected headers by name. They are sent as HTTP headers if the reading `envelope` is `json`, otherwise
 * inside the JWE.
 */
export type ProtectedHeaders = Readonly<Record<string, string>>;

/** A message between provider and payer, before it is put into its envelope. */
export interface PlainMessage {
  readonly headers: ProtectedHeaders;
  readonly bundle: object;
}

/** A message in its envelope, as it is sent over HTTP. */
export interface Wrapped {
  readonly headers: ProtectedHeaders;
  readonly body: object;
}

/**
 * Puts a message into the kind of envelope that the reading `envelope` selects. `key` is the receiver's
 * public key (SPKI PEM).
 */
export type WrapMessage = (
  message: PlainMessage,
  envelope: ReadingValues['envelope'],
  key: string,
) => Promise<Wrapped>;

const [alg] = envelopeAlgorithms.alg;
const [enc] = envelopeAlgorithms.enc;

export const wrapMessage: WrapMessage = async ({ headers, bundle }, envelope, key) => {
  if (envelope === 'json') return { headers, body: bundle };
  const payload = await new CompactEncrypt(Buffer.from(JSON.stringify(bundle)))
    .setProtectedHeader({ alg, enc, ...headers })
    .encrypt(await importSPKI(key, alg));
  return { headers: {}, body: { payload } };
};

/** The `type` of a body with a JWE in `payload`, as deployed exchanges write it. */
export const jweBodyType = 'JWEPayload';

/**
 * Returns the body of a message with `type` beside `payload`, unless the reading `callback-body` is `bare`. A body
 * without a JWE in `payload` stays as it is.
 */
export function withBodyType(body: object, readings: Pick<ReadingValues, 'callback-body'>): object {
  const { payload } = body as { payload?: unknown };
  if (readings['callback-body'] === 'bare' || typeof payload !== 'string') return body;
  return { type: jweBodyType, ...body };
}

/** Thrown if a message does not have a readable envelope. The error's message gives the reason. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
}

/**
 * Decrypts a compact JWE (RFC 7516) that uses one of the algorithms in `envelopeAlgorithms`. Returns header
 * names in lower case, and drops headers that are not strings. Throws an EnvelopeError if the payload cannot
 * be decrypted, or is not a JSON object.
 *
 * @param readObject parses the decrypted content
 */
export async function openJwe(
  payload: string,
  key: KeyObject,
  readObject: (content: Buffer) => object = jsonObjectIn,
): Promise<PlainMessage> {
  const { plaintext, protectedHeader } = await compactDecrypt(payload, key, {
    keyManagementAlgorithms: [...envelopeAlgorithms.alg],
    contentEncryptionAlgorithms: [...envelopeAlgorithms.enc],
  }).catch(() => {
    const offered = `${envelopeAlgorithms.alg.join(' or ')} with ${enc}`;
    throw new EnvelopeError(`payload is no JWE of ${offered} that the key of its receiver opens`);
  });
  const named = Object.entries(protectedHeader).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
  );
  return { headers: Object.fromEntries(named), bundle: readObject(Buffer.from(plaintext)) };
}

/**
 * Parses a body as a JSON object in UTF-8; ignores a byte order mark. Throws an EnvelopeError if the body is not
 * JSON, or if it is JSON but not an object.
 */
export function jsonObjectIn(body: Buffer): object {
  const value = parseJson(body.toString('utf8'));
  if (value === undefined) throw new EnvelopeError('not JSON');
  if (!isObject(value)) throw new EnvelopeError('not a JSON object');
  return value;
}
