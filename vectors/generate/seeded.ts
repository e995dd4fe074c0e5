import { createHash } from 'node:crypto';

/** The seed of all generated values. Any change to it changes the vector files. */
export const seed = 'gateway-conformance vectors, 2026';

/** Returns pseudo-random bytes that depend only on the seed and the name. */
export function seededBytes(name: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_unused, index) =>
    createHash('sha256').update(`${seed}/${name}/${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** Calls `make` with name/0, name/1 and so on. Returns the first value that satisfies the condition. */
export function firstSeeded<Value>(
  name: string,
  make: (name: string) => Value,
  holds: (value: Value) => boolean,
): Value {
  for (let count = 0; ; count += 1) {
    const value = make(`${name}/${count}`);
    if (holds(value)) return value;
  }
}

/** Flips the lowest bit of one byte. A negative index counts from the end. */
export function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8((bytes.at(at) ?? 0) ^ 1, at < 0 ? bytes.length + at : at);
  return changed;
}

/** Returns the indices of the first, middle and last byte. */
export function placesIn(bytes: Buffer): readonly (readonly [place: string, at: number])[] {
  return [
    ['first', 0],
    ['middle', Math.floor(bytes.length / 2)],
    ['last', bytes.length - 1],
  ];
}
