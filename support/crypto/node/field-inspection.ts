import type { KeyObject } from 'node:crypto';
import { constants, createHash, privateDecrypt } from 'node:crypto';
import type { FieldFact, PaddingFact, PlaintextFact, PlantedValue } from '../../contract/field-facts';
import { classifyFieldText, minEncodedLength, undoPercentEncoding } from '../../contract/field-text';
import type { ServiceName } from '../../contract/operations';
import { describePlaintext } from './plaintext';

interface Unpadded {
  readonly padding: Exclude<PaddingFact, 'unknown'>;
  readonly plaintext: Buffer;
}

const documented = ['sha1', 'sha256'] as const;
const others = ['md5', 'sha224', 'sha384', 'sha512', 'sha512-256', 'sha3-256', 'sha3-512'] as const;
const hashes = [...documented, ...others];
type Hash = (typeof hashes)[number];

/**
 * Minimum number of consecutive zero bytes that cannot be a coincidence. Required before a value without
 * padding, and after the label digest of an OAEP padding with a non-empty label.
 */
const leastZeros = 8;

/**
 * Finds the padding of an encoded message, which is the raw result of the RSA private operation. Returns
 * `undefined` if no known padding matches.
 * Node's own decryption cannot find the padding. With PKCS#1 v1.5 it never fails, and with OAEP it uses one
 * hash for both the label and the mask.
 */
function unpad(encoded: Buffer): Unpadded | undefined {
  return (
    oaep(encoded, 'sha1', 'sha1', 'oaep-sha1') ??
    oaep(encoded, 'sha256', 'sha256', 'oaep-sha256') ??
    oaep(encoded, 'sha256', 'sha1', 'oaep-mixed') ??
    oaep(encoded, 'sha1', 'sha256', 'oaep-mixed-reversed') ??
    otherOaep(encoded) ??
    pkcs1(encoded) ??
    bare(encoded)
  );
}

/** Decodes EME-OAEP (RFC 8017, section 7.1.2) with separate hashes for the label and the mask. */
function oaep(encoded: Buffer, label: Hash, mask: Hash, padding: Unpadded['padding']): Unpadded | undefined {
  const digest = createHash(label).digest();
  const size = digest.length;
  if (encoded[0] !== 0 || encoded.length < 2 * size + 2) return undefined;
  const maskedSeed = encoded.subarray(1, 1 + size);
  const maskedBlock = encoded.subarray(1 + size);
  const seed = xor(maskedSeed, mgf1(maskedBlock, size, mask));
  const block = xor(maskedBlock, mgf1(seed, maskedBlock.length, mask));
  const end = block.findIndex((byte, index) => index >= size && byte !== 0);
  if (end < 0 || block[end] !== 1) return undefined;
  const plaintext = block.subarray(end + 1);
  if (block.subarray(0, size).equals(digest)) return { padding, plaintext };
  return end - size >= leastZeros ? { padding: 'oaep-label', plaintext } : undefined;
}

/**
 * Tries every pair of hashes for the label and the mask, including hashes that the document does not allow.
 */
function otherOaep(encoded: Buffer): Unpadded | undefined {
  if (encoded[0] !== 0) return undefined;
  for (const label of hashes)
    for (const mask of hashes) {
      const found = oaep(encoded, label, mask, 'oaep-other');
      if (found?.padding === 'oaep-other') return found;
    }
  return undefined;
}

/** Decodes a value that was encrypted without padding. Only zero bytes precede such a value. */
function bare(encoded: Buffer): Unpadded | undefined {
  const start = encoded.findIndex((byte) => byte !== 0);
  return start < leastZeros ? undefined : { padding: 'none', plaintext: encoded.subarray(start) };
}

/** Decodes EME-PKCS1-v1_5 (RFC 8017, section 7.2.2). */
function pkcs1(encoded: Buffer): Unpadded | undefined {
  if (encoded[0] !== 0 || encoded[1] !== 2) return undefined;
  const end = encoded.indexOf(0, 2);
  return end < 10 ? undefined : { padding: 'pkcs1-v1.5', plaintext: encoded.subarray(end + 1) };
}

/** Computes MGF1, the mask generation function of RFC 8017, appendix B.2.1. */
function mgf1(seed: Buffer, length: number, hash: Hash): Buffer {
  const blocks: Buffer[] = [];
  for (let made = 0, counter = 0; made < length; counter += 1) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const block = createHash(hash).update(seed).update(count).digest();
    blocks.push(block);
    made += block.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}

/** Decrypts a field value and finds its padding. Returns `undefined` if no padding matches under this key. */
export function openField(key: KeyObject, ciphertext: Buffer): Unpadded | undefined {
  const encoded = rawDecrypt(key, ciphertext);
  return encoded && unpad(encoded);
}

/**
 * Applies the raw RSA private operation. Returns `undefined` if the ciphertext is too large for the modulus.
 */
function rawDecrypt(key: KeyObject, ciphertext: Buffer): Buffer | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, ciphertext);
  } catch {
    return undefined;
  }
}

/** A private key of one of the services that the suite plays. */
export interface NamedPrivateKey {
  /** For example `registry`, `registry (retired)` or `callback JWKS`. */
  readonly name: string;
  /**
   * The service that receives fields encrypted under this key. `undefined` if the key is not meant for
   * fields. A list of keys must contain a service's current key before its retired keys, because the first
   * key determines the expected ciphertext length.
   */
  readonly service?: ServiceName;
  readonly privateKey: KeyObject;
}

interface Inspection {
  readonly service: ServiceName;
  readonly keys: readonly NamedPrivateKey[];
  readonly planted: readonly PlantedValue[];
}

/**
 * Inspects a request field: the encoding of its value, the key that decrypts it, its padding, and the planted
 * value that it contains.
 */
export function inspectField(
  field: Pick<FieldFact, 'pointer' | 'wanted'>,
  value: unknown,
  about: Inspection,
): FieldFact {
  const own = about.keys.find(({ service }) => service === about.service);
  const modulusBytes = (own?.privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const base = { ...field, ...(modulusBytes > 0 && { modulusBytes }) };
  const { bytes, ...text } = classifyFieldText(value);
  if (typeof value !== 'string') return { ...base, ...text, ...readableOf(written(value), about.planted) };
  const readable = readableOf(value, about.planted);
  const opened = open(bytes === undefined ? [] : [bytes], about) ?? open(wrapped(value, modulusBytes), about);
  if (bytes === undefined) return { ...base, ...text, ...readable, ...opened };
  return { ...base, ...text, bytes: bytes.length, ...readable, ...(opened ?? { padding: 'unknown' }) };
}

/**
 * Returns byte sequences that may be the ciphertext in a string that is not plain Base64. The ciphertext may
 * follow a data URL prefix or a length prefix, or may be percent-encoded, or encoded in Base64 twice.
 */
function wrapped(text: string, modulusBytes: number): Buffer[] {
  if (text.length < minEncodedLength) return [];
  const once = Buffer.from(undoPercentEncoding(text.replace(/^data:[^,]*,/, '')), 'base64');
  const twice = Buffer.from(once.toString('latin1'), 'base64');
  const isOne = (bytes: Buffer): boolean => bytes.length >= modulusBytes && bytes.length < 2 * modulusBytes;
  return [once, twice].filter(isOne).flatMap((bytes) => [bytes, bytes.subarray(-modulusBytes)]);
}

/**
 * Converts a value to a string. Returns '' if the conversion throws: the value is nested too deeply, or has
 * its own `toString` member, which is not a function.
 */
function written(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}

function readableOf(text: string, planted: readonly PlantedValue[]): Pick<FieldFact, 'readable'> {
  for (const { id, value } of planted) {
    const bytes = Buffer.from(value);
    const encodings: readonly (readonly [string, string])[] = [
      ['raw', value],
      ['base64', bytes.toString('base64')],
      ['base64url', bytes.toString('base64url')],
      ['hex', bytes.toString('hex')],
      ['url-encoded', encodeURIComponent(value)],
    ];
    const found = encodings.find(([, encoded]) => text.trim() === encoded);
    if (found !== undefined) return { readable: { planted: id, encoding: found[0] } };
  }
  return {};
}

function open(ciphertexts: readonly Buffer[], about: Inspection): Partial<FieldFact> | undefined {
  const tries = ciphertexts.flatMap((ciphertext) => about.keys.map((key) => ({ key, ciphertext })));
  let likely: Partial<FieldFact> | undefined;
  for (const { key, ciphertext } of tries) {
    const found = openField(key.privateKey, ciphertext);
    if (found === undefined) continue;
    const ownKey = key.service === about.service;
    const plaintext = describePlaintext(found.plaintext, about.planted);
    const fact = { key: key.name, ownKey, padding: found.padding, plaintext };
    if (found.padding !== 'pkcs1-v1.5') return fact;
    // By chance, about 1 in 65,536 wrong keys appears to reveal PKCS#1 v1.5 padding. Remember such a result
    // only if it is plausible, and try the other keys: one of them may reveal an unambiguous padding.
    if (ownKey || isText(found.plaintext) || isPlanted(plaintext)) likely ??= fact;
  }
  return likely;
}

/** Returns whether the bytes are UTF-8 or UTF-16 text. Random bytes almost never are. */
function isText(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').replaceAll('\0', '');
  return text.length > 0 && !/[^\P{Cc}\s]|\uFFFD/u.test(text);
}

const isPlanted = ({ equals, contains, flaw }: PlaintextFact): boolean =>
  equals !== undefined || contains.length > 0 || flaw !== undefined;
