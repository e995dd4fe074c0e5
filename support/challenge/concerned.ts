import type { SpoiltFact } from '../contract/transfer-variants';
import { isAbout } from '../contract/transfer-variants';
import { inspectField } from '../crypto/node/field-inspection';
import type { AnsweredChallenge } from '../run/answered-challenge';
import type { FieldItem, TransferItem } from './challenge';

const ofFields: readonly string[] = ['CRT-09', 'ENC-03', 'ENC-04', 'ENC-06', 'ENC-07', 'ENC-08'];
const ofSizes: readonly string[] = ['ENC-14'];
const ofEncryption: readonly string[] = [
  'HDT-03',
  'HDT-04',
  'HDT-05',
  'HDT-06',
  'HDT-07',
  'HDT-08',
  'HDT-09',
  'HDT-10',
  'HDT-14',
  'HDT-15',
  'HDT-18',
];
const ofDecryption: readonly string[] = ['HDT-11'];

const ofRefusals: readonly (readonly [string, readonly SpoiltFact[]])[] = [
  ['HDT-01', ['algorithm', 'curve']],
  ['HDT-02', ['expiry']],
  ['HDT-12', ['changed ciphertext', 'changed tag', 'changed nonce', 'changed key']],
  ['HDT-13', ['bad key']],
  ['HDT-16', ['nonce length']],
];

/** The obligations that the answer to a field shows. */
export function shownByField({ judged }: FieldItem): readonly string[] {
  return judged ? ofFields : ofSizes;
}

/** The obligations that the answer to a transfer shows; none where it is there for the diagnosis alone. */
export function shownByTransfer({ ask, mistake }: TransferItem): readonly string[] {
  if (mistake !== undefined) return [];
  const { part, variant } = ask.asked;
  if (part === 'valid') return ask.method === 'transfer.encrypt' ? ofEncryption : ofDecryption;
  return ofRefusals.filter(([, facts]) => isAbout(variant, facts)).map(([id]) => id);
}

/**
 * Everything that a challenge with its answers can show. What needs a wire, a session or a log, it cannot. That no
 * request carries a raw value (ENC-01, ENC-02) is of that kind; but one that came back raw shows the breach.
 */
export function shownBy({ fields, transfers, keys }: AnsweredChallenge): string[] {
  const planted = fields.map(({ value }) => ({ id: 'value-1', kind: 'value', value }) as const);
  const raw = fields.filter(({ service, outcome }) => {
    const given = outcome?.kind === 'result' ? outcome.value.ciphertext : undefined;
    const field = { pointer: '/ciphertext', wanted: 'encrypted' } as const;
    return inspectField(field, given, { service, keys, planted }).readable !== undefined;
  });
  const ids = [
    ...fields.flatMap(shownByField),
    ...transfers.flatMap(shownByTransfer),
    ...raw.map(({ service }) => (service === 'registry' ? 'ENC-01' : 'ENC-02')),
  ];
  return [...new Set(ids)].sort();
}
