import type { FieldFact } from '../../contract/field-facts';
import { pathOfRequest } from '../../exchange/address';
import type { Evidence, SentEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { PublicKeyFact } from '../../exchange/facts';
import type { ReadingValues } from '../../contract/readings';
import { ciphertextsIn } from './fields';
import { rejectsEncryptedValue } from './answers';
import { nonEmptyAndAll, certificateFetchedBy, fetchesCallbackKeys } from './requests';

/**
 * Returns whether one certificate served this many values of one service, or all values of each service if those are
 * fewer: no process fetches the certificate of a service between its values.
 * @param values number of values that the client must encrypt in all
 * @param processes number of processes that the target declares; one adapter may forward calls to all of them
 */
export function oneCertificateServes(
  values: number,
  evidence: readonly SentEvidence[],
  processes: number,
): boolean {
  /** Maps each process with a service to the number of values under each certificate. */
  const uses = new Map<string, number[]>();
  for (const each of evidence) {
    const fetched = each.kind === undefined ? certificateFetchedBy(each) : undefined;
    const key = `${each.clientInstance ?? ''} ${fetched ?? each.service ?? ''}`;
    const counts = uses.get(key) ?? [0];
    if (fetched === undefined) counts.push((counts.pop() ?? 0) + ciphertextsIn(each).length);
    else if (counts.at(-1) !== 0) counts.push(0);
    uses.set(key, counts);
  }
  const all = [...uses.values()];
  const isOnce = all.every((counts) => counts.filter((count) => count > 0).length <= processes);
  const total = all.flat().reduce((sum, count) => sum + count, 0);
  return total >= values && (isOnce || all.flat().some((count) => count >= values));
}

/** The first ciphertext of a process that a service rejected, and the later exchanges of that process. */
interface Rejection {
  readonly rejected: Exchange;
  readonly later: readonly Exchange[];
  /** The first later fetch of the certificate of that service, or of the keys for callbacks. `undefined` if none. */
  readonly fetch: Exchange | undefined;
}

/** Returns one rejection for each process and service. Ignores rejected requests without a ciphertext. */
function rejectionsIn(exchanges: readonly Exchange[], readings: ReadingValues): readonly Rejection[] {
  const all = exchanges.filter(
    (each) => rejectsEncryptedValue(each, readings, ['decryption']) && ciphertextsIn(each).length > 0,
  );
  const placeOf = ({ clientInstance, service }: Exchange): string =>
    `${clientInstance ?? ''} ${service ?? ''}`;
  return [...Map.groupBy(all, placeOf).values()].flatMap(([rejected]) => {
    if (rejected === undefined) return [];
    const { seq, clientInstance, service } = rejected;
    const later = exchanges.filter((each) => each.seq > seq && each.clientInstance === clientInstance);
    const fetch = later.find(
      (each) => certificateFetchedBy(each) === service || fetchesCallbackKeys(each, readings),
    );
    return [{ rejected, later, fetch }];
  });
}

/**
 * Returns whether a ciphertext was rejected, and each process that met a rejection fetched the certificate of that
 * service before its next ciphertext. One attempt with SHA-256 at the rejected operation may come first (clause 6.3.3).
 * @param processes number of processes that the target declares. If there are several behind one adapter, each ciphertext
 * before the fetch may be that of another process, also with the same access token.
 */
export function fetchedBeforeNextCiphertext(
  exchanges: readonly Exchange[],
  readings: ReadingValues,
  processes: number,
): boolean {
  return nonEmptyAndAll(rejectionsIn(exchanges, readings), ({ rejected, later, fetch }) => {
    // A request that was sent before the rejection arrived is not the next one.
    const between = later.filter(
      (each) =>
        each.service === rejected.service &&
        each.arrivedAt >= rejected.answeredAt &&
        each.seq < (fetch?.seq ?? 0) &&
        ciphertextsIn(each).length > 0 &&
        processes === 1,
    );
    const isRetry = (each: Exchange, at: number): boolean => at === 0 && mayRetryWithSha256(each, rejected);
    return fetch !== undefined && between.every(isRetry);
  });
}

/** Like {@link fetchedBeforeNextCiphertext}, but the certificate may be fetched at any time after the rejection. */
export function fetchedAfterRejection(exchanges: readonly Exchange[], readings: ReadingValues): boolean {
  return nonEmptyAndAll(rejectionsIn(exchanges, readings), ({ fetch }) => fetch !== undefined);
}

/** Returns whether a request may be the attempt with SHA-256 at the operation that rejected a value. */
function mayRetryWithSha256(later: Exchange, rejected: Exchange): boolean {
  const paddings = ciphertextsIn(later).flatMap(({ padding }) => padding ?? []);
  const isSha256 = paddings.length === 0 || paddings.some((each) => /^(oaep-sha256|unknown)$/.test(each));
  return isSha256 && pathOfRequest(later) === pathOfRequest(rejected);
}

/**
 * Returns whether a rejected value was sent again with OAEP and SHA-256 to the same path. If the recording does not
 * identify one of the two values, the field in the same place counts.
 */
export function retriesRejectedValue(exchanges: readonly Exchange[], readings: ReadingValues): boolean {
  return exchanges.some((first) => {
    if (!rejectsEncryptedValue(first, readings)) return false;
    return exchanges
      .filter((each) => each.seq > first.seq && each.clientInstance === first.clientInstance)
      .filter((each) => pathOfRequest(each) === pathOfRequest(first) && each.service === first.service)
      .flatMap(ciphertextsIn)
      .some((field) => field.padding === 'oaep-sha256' && ciphertextsIn(first).some(isSameValue(field)));
  });
}

const isSameValue =
  (again: FieldFact) =>
  (rejected: FieldFact): boolean => {
    const [one, other] = [again.plaintext?.equals, rejected.plaintext?.equals];
    return again.pointer === rejected.pointer && (one === undefined || other === undefined || one === other);
  };

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
