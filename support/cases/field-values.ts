import type { CertifiedService } from '../adapter/protocol';
import type { PlantedValue } from '../contract/field-facts';
import { oaepSha1Limit } from '../contract/constants';
import type { MadeUp } from './made-up';

/** A value that the client is asked to encrypt. */
export interface FieldCase {
  /** The item of a challenge that asks for it. */
  readonly id?: string;
  readonly service: CertifiedService;
  readonly value: string;
  /** As what it is planted; absent where it would be found everywhere. */
  readonly kind?: PlantedValue['kind'];
  /** Whether its ciphertext is judged as if it had been sent; else only whether it fits. */
  readonly judged: boolean;
}

/** Values of many alphabets, one of them twice; and one that is a byte too long, beside its twin that is not. */
export function fieldValues(keyBits: number, data: MadeUp, service: CertifiedService): FieldCase[] {
  const digits = (count: number): string => data.digits(`fields/${service}`, count);
  const nationalId = { service, value: digits(12), kind: 'national-id', judged: true } as const;
  // The first fits into ISO 8859-1, which a client may take for UTF-8; the others fit into no character set of one byte.
  const foreign = [
    `Núñez Åsa ${digits(5)}`,
    `Žofie 张伟 ${digits(6)}`,
    `naïve café \u{1F3E5} ${digits(4)}`,
  ].map((value) => ({ service, value, kind: 'value', judged: true }) as const);
  const limit = oaepSha1Limit(keyBits);
  const sizes = [limit, limit + 1].map((size) => ({ service, value: 'x'.repeat(size), judged: false }));
  return [nationalId, nationalId, ...foreign, ...sizes];
}
