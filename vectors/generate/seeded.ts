import { createHash } from 'node:crypto';

/** What all generated values are made from. */
export const seed = 'gateway-conformance vectors, 2026';

/** Bytes that look random and are the same each time, by name. */
export function bytesOf(name: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_unused, index) =>
    createHash('sha256').update(`${seed}/${name}/${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** The first of the values made from name and a count for which the condition holds. */
export function firstOf<Value>(
  name: string,
  make: (name: string) => Value,
  holds: (value: Value) => boolean,
): Value {
  for (let count = 0; ; count += 1) {
    const value = make(`${name}/${count}`);
    if (holds(value)) return value;
  }
}

/** The bytes with the lowest bit of one of them turned over. */
export function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8((bytes.at(at) ?? 0) ^ 1, at < 0 ? bytes.length + at : at);
  return changed;
}

/** First, middle and last, with the index of the byte. */
export function placesIn(bytes: Buffer): readonly (readonly [place: string, at: number])[] {
  return [
    ['first', 0],
    ['middle', Math.floor(bytes.length / 2)],
    ['last', bytes.length - 1],
  ];
}
