import type { Evidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import type { ReadingValues } from '../../contract/readings';
import { ciphertextsIn } from './fields';
import { rejectsEncryptedValue } from './answers';
import { nonEmptyAndAll, certificateFetchedBy, fetchesCallbackKeys } from './requests';

/** How many values were sent, or handed back, encrypted. */
export function encryptionsIn(evidence: readonly Evidence[]): number {
  return evidence.reduce(
    (count, each) => count + (each.kind === 'log line' ? 0 : ciphertextsIn(each).length),
    0,
  );
}

/** Whether a ciphertext was rejected, and the certificate of each service that rejects one is fetched afterwards. */
export function fetchedAfterRejection(exchanges: readonly Exchange[], readings: ReadingValues): boolean {
  const rejected = exchanges.filter((each) => rejectsEncryptedValue(each, readings, ['decryption']));
  const isFetch = (each: Exchange, { service, seq }: Exchange): boolean =>
    each.seq > seq && (certificateFetchedBy(each) === service || fetchesCallbackKeys(each, readings));
  return nonEmptyAndAll([...Map.groupBy(rejected, ({ service }) => service).values()], ([first]) =>
    exchanges.some((each) => first !== undefined && isFetch(each, first)),
  );
}

/** Whether every certificate in these answers has such a key, and one at least. */
export function keysAre(answered: readonly Exchange[], isSuch: (key: PublicKeyFact) => boolean): boolean {
  const certificates = answered.filter((each) => certificateFetchedBy(each) !== undefined);
  return nonEmptyAndAll(
    certificates,
    ({ facts: { publicKey } }) => publicKey !== undefined && isSuch(publicKey),
  );
}

/** Whether each field that a known key opens is under the key of its own service, and one at least. */
export function eachUnderOwnKey(evidence: readonly Evidence[]): boolean {
  const opened = evidence
    .flatMap(({ facts }) => facts.fields ?? [])
    .filter(({ wanted, key }) => wanted === 'encrypted' && key !== undefined);
  return nonEmptyAndAll(opened, ({ ownKey }) => ownKey === true);
}
