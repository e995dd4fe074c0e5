/** A text as it stands somewhere in a JSON value. */
export interface PlacedText {
  /** JSON pointer; of a member's name, that of the member. */
  readonly place: string;
  readonly text: string;
}

/** A row of small integers, as some languages write bytes in JSON. */
export interface PlacedBytes extends PlacedText {
  readonly bytes: Buffer;
}

interface Visited {
  readonly place: string;
  readonly value: unknown;
}

/** Everything readable in a JSON value: texts, names of members, numbers as they are written, and bytes as numbers. */
export function textsOf(root: unknown): { readonly texts: PlacedText[]; readonly byteRows: PlacedBytes[] } {
  const texts: PlacedText[] = [];
  const byteRows: PlacedBytes[] = [];
  // A list in place of recursion: JSON can be nested deeper than the stack.
  const left: Visited[] = [{ place: '', value: root }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { place, value } = next;
    if (typeof value === 'string') texts.push({ place, text: value });
    else if (typeof value === 'number' || typeof value === 'bigint')
      texts.push({ place, text: String(value) });
    else if (isByteRow(value))
      byteRows.push({ place, text: JSON.stringify(value), bytes: Buffer.from(value) });
    else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([name, member]: [string, unknown]) => ({
        name,
        at: { place: `${place}/${escaped(name)}`, value: member },
      }));
      if (!Array.isArray(value))
        texts.push(...members.map(({ name, at }) => ({ place: at.place, text: name })));
      left.push(...members.map(({ at }) => at).reverse());
    }
  }
  return { texts, byteRows };
}

/** Fewer hold no key. Java's bytes are signed. */
function isByteRow(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length >= 31 &&
    value.every((each) => Number.isInteger(each) && each >= -128 && each <= 255)
  );
}

/** A name in a JSON pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
