import type { CallOutcome } from '../adapter/channel';
import type { SpoiltFact } from '../contract/transfer-variants';
import type { KnownKey } from '../crypto/node/field-inspection';
import { inspectField } from '../crypto/node/field-inspection';
import type { FieldItem, TransferItem } from './challenge';
import { contractObligations } from '../obligations';
import type { ChallengeTopic } from '../obligations/judge/home';

/** What the answer to an item is about; nothing where it is there for the diagnosis alone. */
export function shownBy(item: FieldItem | TransferItem): ChallengeTopic[] {
  if (!('ask' in item)) return [item.judged ? 'a field' : 'a field of that size'];
  if (item.mistake !== undefined) return [];
  const { part, variant } = item.ask.asked;
  if (part === 'valid') return [item.ask.method === 'transfer.encrypt' ? 'an encryption' : 'a decryption'];
  return part === 'negative' ? [variant.split(': ')[0] as SpoiltFact] : [];
}

/**
 * What needs a wire, a session or a log, no answer shows. That no request carries a raw value is of that kind; but one
 * that came back raw shows the breach.
 */
export function shownByRaw(
  fields: readonly FieldItem[],
  outcomeOf: (id: string) => CallOutcome<'field.encrypt'> | undefined,
  keys: readonly KnownKey[],
): ChallengeTopic[] {
  const planted = fields.map(({ value }) => ({ id: 'value-1', kind: 'value', value }) as const);
  return fields.flatMap(({ id, service }) => {
    const outcome = outcomeOf(id);
    if (outcome?.kind !== 'result') return [];
    const field = { pointer: '/ciphertext', wanted: 'encrypted' } as const;
    const { readable } = inspectField(field, outcome.value.ciphertext, { service, keys, planted });
    return readable === undefined ? [] : [`a raw field for ${service}` as const];
  });
}

/** The obligations that an answer of that kind shows. */
export function obligationsShownBy(kind: ChallengeTopic): readonly string[] {
  return contractObligations.all.filter(({ challenge }) => challenge?.includes(kind)).map(({ id }) => id);
}
