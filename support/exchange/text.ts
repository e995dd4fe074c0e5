/** A place in a text where it names an exchange: as `#7`, or `#7 (POST /path)` with its request line. */
export interface ExchangeName {
  readonly exchange: number;
  readonly line?: string;
}

/** What people read, in which the exchanges that it names are data: every report makes a link of them its own way. */
export type Text = string | readonly (string | ExchangeName)[];

/** Puts a text together; what it is made of keeps the exchanges that it names. */
export function text(strings: TemplateStringsArray, ...values: readonly (Text | number)[]): Text {
  const parts = strings.flatMap((string, index) => [string, ...partsOf(values[index] ?? '')]);
  return joined(parts);
}

/** Texts with something between them. */
export function joinTexts(texts: readonly Text[], between: string): Text {
  return joined(texts.flatMap((each, index) => [...(index === 0 ? [] : [between]), ...partsOf(each)]));
}

/** The name of an exchange that is known by its number alone. */
export const numbered = (exchange: number): Text => [{ exchange }];

/** A text in parts. */
export function partsOf(value: Text | number): readonly (string | ExchangeName)[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : value;
}

/** The same text, with what becomes of each of its parts. */
export function mapText(value: Text, map: (part: string) => string): Text {
  return joined(
    partsOf(value).map((part) => {
      if (typeof part === 'string') return map(part);
      return part.line === undefined ? part : { ...part, line: map(part.line) };
    }),
  );
}

/** A text without any links. */
export function plainText(value: Text): string {
  return partsOf(value)
    .map((part) => (typeof part === 'string' ? part : nameOf(part)))
    .join('');
}

/** `#7 (POST /path)` */
export function nameOf({ exchange, line }: ExchangeName): string {
  return line === undefined ? `#${exchange}` : `#${exchange} (${line})`;
}

/** The exchanges that a text names, in their order. */
export function namedIn(value: Text): number[] {
  return partsOf(value).flatMap((part) => (typeof part === 'string' ? [] : [part.exchange]));
}

/** Neighbouring strings become one; a text that names nothing is a string. */
function joined(parts: readonly (string | ExchangeName)[]): Text {
  const merged: (string | ExchangeName)[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part !== 'string') merged.push(part);
    else if (typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  const [first = ''] = merged;
  return merged.length <= 1 && typeof first === 'string' ? first : merged;
}
