/** A place in a text where it names an exchange: as `#7`, or `#7 (POST /path)` with its request line. */
export interface ExchangeName {
  readonly exchange: number;
  readonly line?: string;
}

/** What people read, in which the exchanges that it names are data: every report makes a link of them its own way. */
export type ReportText = string | readonly (string | ExchangeName)[];

/** Puts a text together; what it is made of keeps the exchanges that it names. */
export function reportText(
  strings: TemplateStringsArray,
  ...values: readonly (ReportText | number)[]
): ReportText {
  const parts = strings.flatMap((string, index) => [string, ...partsOfText(values[index] ?? '')]);
  return joined(parts);
}

/** Texts with something between them. */
export function joinTexts(texts: readonly ReportText[], between: string): ReportText {
  return joined(texts.flatMap((each, index) => [...(index === 0 ? [] : [between]), ...partsOfText(each)]));
}

/** The name of an exchange that is known by its number alone. */
export const linkToExchange = (exchange: number): ReportText => [{ exchange }];

/** A text in parts. */
export function partsOfText(value: ReportText | number): readonly (string | ExchangeName)[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : value;
}

/** The same text, with what becomes of each of its parts. */
export function mapText(value: ReportText, map: (part: string) => string): ReportText {
  return joined(
    partsOfText(value).map((part) => {
      if (typeof part === 'string') return map(part);
      return part.line === undefined ? part : { ...part, line: map(part.line) };
    }),
  );
}

/** A text without any links. */
export function toPlainText(value: ReportText): string {
  return partsOfText(value)
    .map((part) => (typeof part === 'string' ? part : formatExchangeName(part)))
    .join('');
}

/** `#7 (POST /path)` */
export function formatExchangeName({ exchange, line }: ExchangeName): string {
  return line === undefined ? `#${exchange}` : `#${exchange} (${line})`;
}

/** The exchanges that a text names, in their order. */
export function exchangesNamedIn(value: ReportText): number[] {
  return partsOfText(value).flatMap((part) => (typeof part === 'string' ? [] : [part.exchange]));
}

/** Neighbouring strings become one; a text that names nothing is a string. */
function joined(parts: readonly (string | ExchangeName)[]): ReportText {
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
