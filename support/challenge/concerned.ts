import type { CertifiedService } from '../adapter/protocol';
import type { SpoiltFact } from '../contract/transfer-variants';

/** What an answer is about, by which obligations can be seen in it. */
export type Shown =
  | 'a field'
  /** Whether a value fits. */
  | 'a field of that size'
  /** A value that came back readable. */
  | `a raw field for ${CertifiedService}`
  | 'an encryption'
  | 'a decryption'
  | SpoiltFact;

const table: Readonly<Record<Shown, readonly string[]>> = {
  'a field': ['CRT-09', 'ENC-03', 'ENC-04', 'ENC-06', 'ENC-07', 'ENC-08'],
  'a field of that size': ['ENC-14'],
  'a raw field for registry': ['ENC-01'],
  'a raw field for identity': ['ENC-02'],
  'an encryption': [
    ...(['HDT-03', 'HDT-04', 'HDT-05', 'HDT-06', 'HDT-07', 'HDT-08'] as const),
    ...(['HDT-09', 'HDT-10', 'HDT-14', 'HDT-15', 'HDT-18'] as const),
  ],
  'a decryption': ['HDT-11'],
  algorithm: ['HDT-01'],
  curve: ['HDT-01'],
  expiry: ['HDT-02'],
  'changed ciphertext': ['HDT-12'],
  'changed tag': ['HDT-12'],
  'changed nonce': ['HDT-12'],
  'changed key': ['HDT-12'],
  'bad key': ['HDT-13'],
  'nonce length': ['HDT-16'],
};

/** The obligations that an answer of that kind shows. */
export function obligationsShownBy(kind: Shown): readonly string[] {
  return table[kind];
}
