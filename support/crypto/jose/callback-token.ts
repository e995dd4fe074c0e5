import type { CallbackTokenFact } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import type { PublishedKey } from './jws';
import { verifyJws } from './jws';

/** What is to be held of the JWT of a callback (clause 5.1.6), by the reading `callback-jwt`. */
export async function verifyCallbackToken(
  headers: readonly (readonly [name: string, value: string])[],
  readings: ReadingValues,
  keys: readonly PublishedKey[],
): Promise<CallbackTokenFact> {
  const { header, scheme, algorithms, issuer, audience } = readings['callback-jwt'];
  const value = headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1];
  const [word = '', token] = scheme === '' ? ['', value] : (value?.trim().split(/\s+/) ?? []);
  if (token === undefined || word.toLowerCase() !== scheme.toLowerCase())
    return { valid: false, flaw: `no JWT in ${header}` };
  const leeway = readings['jwt-leeway'];
  return verifyJws(token, keys, { algorithms, issuer, audience, leeway, now: new Date() });
}
