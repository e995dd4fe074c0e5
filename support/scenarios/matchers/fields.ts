import { rpcErrorCodes } from '../../adapter/protocol';
import { oaepSha1Limit } from '../../contract/constants';
import type { FieldFact } from '../../contract/field-facts';
import { readingForService } from '../../contract/readings';
import { intendedOperation } from '../../exchange/exchange';
import type { AdapterAnswer, Evidence, SentEvidence } from '../../exchange/evidence';
import type { ReadingValues } from '../../contract/readings';
import { nonEmptyAndAll } from './requests';

/** The shortest ciphertext that is met, of a key of 1024 bits. */
const shortestBytes = 128;

const nameOf = ({ pointer }: FieldFact): string => pointer.slice(pointer.lastIndexOf('/') + 1);
const isMobile = (field: FieldFact): boolean => /mobile/i.test(nameOf(field));

/** Whether a field holds what encryption makes, well or badly written: a known key opens it, or nothing reads it. */
function isCiphertext({ bytes = 0, form, key, readable }: FieldFact): boolean {
  const isWritten = form !== 'text' && form !== 'not-a-string' && form !== 'masked';
  return key !== undefined || (isWritten && readable === undefined && bytes >= shortestBytes);
}

/** The fields that go to a service to be decrypted. */
export const ciphertextsIn = ({ facts }: SentEvidence): readonly FieldFact[] =>
  (facts.fields ?? []).filter((field) => field.wanted === 'encrypted' && isCiphertext(field));

/** Which fields a step is about. */
const kinds = {
  // What an adapter returns has no name of its own.
  '"otp"': (field) => field.wanted === 'encrypted' && /otp|^ciphertext$/i.test(nameOf(field)),
  'login id and national-ID number': (field) => field.wanted === 'encrypted' && nameOf(field) !== 'otp',
  'encrypted field': ({ wanted }) => wanted === 'encrypted',
  'other field': (field) => field.wanted === 'plain' && !isMobile(field),
  'documented mobile number': (field) => field.wanted === 'encrypted' && isMobile(field),
} as const satisfies Readonly<Record<string, (field: FieldFact) => boolean>>;

export type FieldKind = keyof typeof kinds;
export const fieldKinds = Object.keys(kinds) as readonly FieldKind[];

/** What each field has to be, and one at least. */
const aspects = {
  'is a ciphertext, neither raw nor merely encoded': (field) => isCiphertext(field),
  'is the standard Base64 of one ciphertext': ({ form }) => form === 'base64',
  'uses OAEP, first with SHA-1': ({ padding }) => padding === 'oaep-sha1' || padding === 'oaep-sha256',
  'holds one value': ({ plaintext }) => plaintext !== undefined,
  'holds the UTF-8 bytes of its value': ({ plaintext }) => plaintext?.equals !== undefined,
  'stays plain JSON': (field) =>
    !isCiphertext(field) && (field.readable === undefined || field.readable.encoding === 'raw'),
} as const satisfies Readonly<Record<string, (field: FieldFact) => boolean>>;

export type FieldAspect = keyof typeof aspects;
export const fieldAspects = Object.keys(aspects) as readonly FieldAspect[];

/** What shows only of a ciphertext that a known key opens. */
const inside: readonly FieldAspect[] = [
  'uses OAEP, first with SHA-1',
  'holds one value',
  'holds the UTF-8 bytes of its value',
];

/**
 * Whether every field of that kind shows that aspect, and one at least: inside a ciphertext, of those that can be
 * opened.
 */
export function showAspect(evidence: readonly Evidence[], kind: FieldKind, aspect: FieldAspect): boolean {
  const fields = evidence
    .flatMap(({ facts }) => facts.fields ?? [])
    .filter((field) => kinds[kind](field) && (field.key !== undefined || !inside.includes(aspect)));
  return nonEmptyAndAll(fields, aspects[aspect]);
}

/**
 * What a client is asked to encrypt, in the words of the features; with another key size agreed, as many bytes as fit.
 */
const values = {
  'values in many alphabets': ({ adapter }) => adapter?.charset !== undefined,
  'one value twice': ({ adapter }) => adapter?.charset === 'ASCII',
  'a value of 214 bytes, which just fits': ({ adapter }, limit) => adapter?.valueBytes === limit,
  'a value of 215 bytes, one too many': ({ adapter }, limit) => adapter?.valueBytes === limit + 1,
} as const satisfies Readonly<Record<string, (facts: AdapterAnswer['facts'], limit: number) => boolean>>;

export type ValueKind = keyof typeof values;
export const valueKinds = Object.keys(values) as readonly ValueKind[];

/** The answers of `field.encrypt` to such values. */
export function encryptionsOf(
  kind: ValueKind,
  answers: readonly AdapterAnswer[],
  readings: ReadingValues,
): readonly AdapterAnswer[] {
  const limitFor = (service?: string): number =>
    oaepSha1Limit(readingForService(readings, 'key-bits', service));
  return answers.filter(
    ({ method, facts, service }) => method === 'field.encrypt' && values[kind](facts, limitFor(service)),
  );
}

/** Whether the client refused on purpose to encrypt a value. */
export const isRefusedOnPurpose = ({ facts: { adapter } }: AdapterAnswer): boolean =>
  adapter?.outcome === 'refused' && adapter.code === rpcErrorCodes.refused;

/** The ciphertexts that were sent, or returned as if they had been. */
export function ciphertextsOf(evidence: readonly Evidence[]): readonly string[] {
  const sent = evidence.filter((each): each is SentEvidence => each.kind !== 'log line');
  return sent.flatMap((each) => ciphertextsIn(each).flatMap(({ same }) => same ?? []));
}

/** Whether a request with fields went to that service, other than to verify an OTP. */
export const sendsFieldsTo =
  (service: string) =>
  (each: Evidence): boolean =>
    each.kind === undefined &&
    each.service === service &&
    intendedOperation(each) !== 'otp.verify' &&
    (each.facts.fields ?? []).length > 0;

/** Where a planted identifier must not stand. */
export const leakSites = ['a URL, a header or a plain field', 'a log'] as const;
export type LeakSite = (typeof leakSites)[number];

export function leaksInto(evidence: readonly Evidence[], site: LeakSite): boolean {
  return evidence.some(
    ({ kind, facts }) => (kind === 'log line') === (site === 'a log') && (facts.leaks ?? []).length > 0,
  );
}
