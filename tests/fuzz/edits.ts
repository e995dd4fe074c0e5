import fc from 'fast-check';

/** What stands where something else is expected. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    -1e308,
    2 ** 53,
    0.5,
    '',
    ' ',
    '\u2028',
    '\ud800',
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [null],
    [[]],
    { length: 1e9 },
    { toString: null },
    '__proto__',
    'a.b.c',
    '🏥',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(300, 70_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(50, 3000).map((depth) => nested(depth)),
  fc.jsonValue({ maxDepth: 2 }),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let left = depth; left > 0; left -= 1) value = left % 2 === 0 ? [value] : { a: value };
  return value;
}

/** One change of a JSON value, at a place that numbers choose; small numbers choose near the top. */
interface Edit {
  readonly way: 'replace' | 'remove' | 'add' | 'rename';
  readonly path: readonly number[];
  readonly value: unknown;
  readonly name: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  way: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'rename'),
  path: fc.array(fc.nat(40), { minLength: 1, maxLength: 7 }),
  value: odd,
  name: fc.constantFrom('__proto__', 'constructor', 'toString', '', 'kind', 'length', '0'),
});

export const jsonEdits = fc.array(edit, { minLength: 1, maxLength: 3 });

/** A copy with these changes. */
export function applyJsonEdits(value: unknown, changes: readonly Edit[]): unknown {
  return changes.reduce<unknown>((before, change) => applied(before, change.path, change), value);
}

function applied(value: unknown, [step, ...rest]: readonly number[], change: Edit): unknown {
  if (typeof value !== 'object' || value === null || step === undefined) return change.value;
  const entries = Object.entries(value);
  const at = step % Math.max(1, entries.length);
  const [name = change.name, member] = entries[at] ?? [];
  const isHere = rest.length === 0 || typeof member !== 'object' || member === null;
  if (!isHere) entries[at] = [name, applied(member, rest, change)];
  else if (change.way === 'remove') entries.splice(at, 1);
  else if (change.way === 'add') entries.splice(at, 0, [change.name, change.value]);
  else entries[at] = change.way === 'rename' ? [change.name, member] : [name, change.value];
  return Array.isArray(value) ? entries.map(([, each]) => each as unknown) : fromPairs(entries);
}

/** As a parser makes an object: `__proto__` is a member like others. */
function fromPairs(entries: readonly (readonly [string, unknown])[]): unknown {
  const text = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`);
  return JSON.parse(`{${text.join()}}`) as unknown;
}

/** One change of bytes, at a place from 0 to 1. */
interface Cut {
  readonly place: number;
  readonly drop: number;
  readonly insert: Uint8Array;
}

const cut: fc.Arbitrary<Cut> = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.oneof(fc.nat(4), fc.constantFrom(100, 1e9)),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc
      .constantFrom('[', '{', '"', '\\', '\n', '\u2028', '\u0000', ',', '&a', '*a', '${', '!!', '- ')
      .map((text) => Buffer.from(text)),
  ),
});

export const byteEdits = fc.array(cut, { minLength: 1, maxLength: 4 });

/** The bytes with these changes. */
export function applyByteEdits(bytes: Buffer, changes: readonly Cut[]): Buffer {
  return changes.reduce((before, { place, drop, insert }) => {
    const at = Math.floor(place * before.length);
    return Buffer.concat([
      before.subarray(0, at),
      insert,
      before.subarray(Math.min(before.length, at + drop)),
    ]);
  }, bytes);
}
