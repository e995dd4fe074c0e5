import type { CertifiedService } from '../adapter/protocol';
import type { PlantedValue } from '../contract/field-facts';
import { oaepSha1Limit } from '../contract/constants';
import type { TestData } from './test-data';

/** A value that the client is asked to encrypt. */
export interface FieldCase {
  /** Id of the challenge item. `undefined` in a run with an adapter. */
  readonly id?: string;
  readonly service: CertifiedService;
  readonly value: string;
  /**
   * Kind of the value, if the suite searches traffic and logs for it. `undefined` if such a search would also
   * match unrelated text.
   */
  readonly kind?: PlantedValue['kind'];
  /**
   * Whether the suite judges the ciphertext as it would judge one in a real request. If false, it judges only
   * whether the client accepts the value, which may be too long for the key.
   */
  readonly judged: boolean;
}

/**
 * Returns the values for the client to encrypt: a national id (twice), names in several alphabets, and two
 * long values. The first long value has the maximum length for OAEP with SHA-1. The second is one byte
 * longer, so the client must refuse it.
 */
export function makeFieldCases(keyBits: number, data: TestData, service: CertifiedService): FieldCase[] {
  const digits = (count: number): string => data.digits(`fields/${service}`, count);
  const nationalId = { service, value: digits(12), kind: 'national-id', judged: true } as const;
  // The first value can be encoded in ISO 8859-1, which a client may use instead of UTF-8. No single-byte
  // character set can encode the other two.
  const foreign = [
    `Núñez Åsa ${digits(5)}`,
    `Žofie 张伟 ${digits(6)}`,
    `naïve café \u{1F3E5} ${digits(4)}`,
  ].map((value) => ({ service, value, kind: 'value', judged: true }) as const);
  const limit = oaepSha1Limit(keyBits);
  const sizes = [limit, limit + 1].map((size) => ({ service, value: 'x'.repeat(size), judged: false }));
  return [nationalId, nationalId, ...foreign, ...sizes];
}
