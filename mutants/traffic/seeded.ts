import type { JsonMembers } from '../../support/contract/json';

/** Returns the next number from 0 to below 1. The same seed gives the same numbers. */
export type Random = () => number;

/** Creates a small generator of pseudo-random numbers (Mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function seededBytes(random: Random, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
}

/** Returns a UUID of version 4. */
export function seededUuid(random: Random): string {
  const hex = seededBytes(random, 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Returns the Base64 of bytes that are as long as the modulus of a 2048-bit key, and numerically below it. */
export function seededCiphertext(random: Random): string {
  return Buffer.concat([Buffer.from([1]), seededBytes(random, 255)]).toString('base64');
}

/** Returns a whole number from `least` to `most`, both included. */
export function seededInteger(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Returns one member of a list that is not empty. */
export function seededChoice<Of>(random: Random, list: readonly [Of, ...Of[]]): Of {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

/** Returns a JWT with these claims and a `jti`. Its signature is random, and therefore wrong. */
export function seededJwt(random: Random, claims: JsonMembers): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { ...claims, jti: seededUuid(random) };
  const signature = seededBytes(random, 256).toString('base64url');
  return `${part({ alg: 'RS256', kid: 'k' })}.${part(payload)}.${signature}`;
}
