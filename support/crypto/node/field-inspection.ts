import type { KeyObject } from 'node:crypto';
import type { ServiceName } from '../../contract/operations';
import type { FieldFact, PlaintextFact, PlantedValue } from '../../contract/field-facts';
import { readFieldText, shortestCoded } from '../../contract/field-text';
import { openField } from './open-field';
import { describePlaintext } from './plaintext';

/** A private key of the services that the suite plays. */
export interface KnownKey {
  /** As in `registry`, `registry (retired)`, `callback JWKS`. */
  readonly name: string;
  /** The service whose fields are encrypted under it; its current key stands before its retired ones. */
  readonly service?: ServiceName;
  readonly privateKey: KeyObject;
}

/** What the inspection knows at the time of a request. */
export interface Inspection {
  readonly service: ServiceName;
  readonly keys: readonly KnownKey[];
  readonly planted: readonly PlantedValue[];
}

/** Finds out what a field carries: its form, the key that opens it, its padding, and which planted value is inside. */
export function inspectField(
  field: Pick<FieldFact, 'pointer' | 'wanted'>,
  value: unknown,
  about: Inspection,
): FieldFact {
  const own = about.keys.find(({ service }) => service === about.service);
  const modulusBytes = (own?.privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const base = { ...field, ...(modulusBytes > 0 && { modulusBytes }) };
  const { bytes, ...text } = readFieldText(value);
  if (typeof value !== 'string') return { ...base, ...text, ...readableOf(written(value), about.planted) };
  const readable = readableOf(value, about.planted);
  const opened = open(bytes === undefined ? [] : [bytes], about) ?? open(wrapped(value, modulusBytes), about);
  if (bytes === undefined) return { ...base, ...text, ...readable, ...opened };
  return { ...base, ...text, bytes: bytes.length, ...readable, ...(opened ?? { padding: 'unknown' }) };
}

/** One ciphertext in a wrapping of its own: behind a data URL or a length, or in Base64 twice. */
function wrapped(text: string, modulusBytes: number): Buffer[] {
  if (text.length < shortestCoded) return [];
  const once = Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64');
  const twice = Buffer.from(once.toString('latin1'), 'base64');
  const isOne = (bytes: Buffer): boolean => bytes.length >= modulusBytes && bytes.length < 2 * modulusBytes;
  return [once, twice].filter(isOne).flatMap((bytes) => [bytes, bytes.subarray(-modulusBytes)]);
}

/** A value as text. What is nested deeper than the stack, or brings a toString of its own, has none. */
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
    // Under one wrong key in 65,536, chance looks like PKCS#1 v1.5: another key may open it beyond doubt.
    if (ownKey || isText(found.plaintext) || isPlanted(plaintext)) likely ??= fact;
  }
  return likely;
}

/** Whether these bytes are text in UTF-8 or UTF-16: random bytes hardly ever are. */
function isText(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').replaceAll('\0', '');
  return text.length > 0 && !/[^\P{Cc}\s]|\uFFFD/u.test(text);
}

const isPlanted = ({ equals, contains, flaw }: PlaintextFact): boolean =>
  equals !== undefined || contains.length > 0 || flaw !== undefined;
