import type { CertifiedService } from '../adapter/protocol';
import type { PlantedValue } from '../contract/field-facts';
import { oaepSha1Limit } from '../contract/constants';
import type { TestData } from './test-data';

/** A value that the client is asked to encrypt. */
export interface FieldCase {
  /** Id of the challenge item; `undefined` if an adapter is asked. */
  readonly id?: string;
  readonly service: CertifiedService;
  readonly value: string;
  /**
   * Kind of value to search for in recorded traffic and logs. `undefined` if a search would find it
   * everywhere.
   */
  readonly kind?: PlantedValue['kind'];
  /**
   * Whether the ciphertext is judged like that of a real request. If false, only its acceptance is judged:
   * does the value fit the key?
   */
  readonly judged: boolean;
}

/**
 * Returns values to encrypt: a national id (twice), texts in several alphabets, a value of the maximum length
 * for OAEP with SHA-1, and one that is a byte too long.
 */
export function makeFieldCases(keyBits: number, data: TestData, service: CertifiedService): FieldCase[] {
  const digits = (count: number): string => data.digits(`fields/${service}`, count);
  const nationalId = { service, value: digits(12), kind: 'national-id', judged: true } as const;
  // The first text fits in ISO 8859-1, which a client may mistake for UTF-8. The other two do not fit in any
  // single-byte character set.
  const foreign = [
    `Núñez Åsa ${digits(5)}`,
    `Žofie 张伟 ${digits(6)}`,
    `naïve café \u{1F3E5} ${digits(4)}`,
  ].map((value) => ({ service, value, kind: 'value', judged: true }) as const);
  const limit = oaepSha1Limit(keyBits);
  const sizes = [limit, limit + 1].map((size) => ({ service, value: 'x'.repeat(size), judged: false }));
  return [nationalId, nationalId, ...foreign, ...sizes];
}
