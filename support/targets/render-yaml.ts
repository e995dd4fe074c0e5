import type { Scalar } from 'yaml';
import { stringify } from 'yaml';

/** A value as lines of block style, without the last line break. */
export function inBlock(value: unknown, newline: string): string {
  return stringify(value, { lineWidth: 0 }).trimEnd().replaceAll('\n', newline);
}

/** How the scalar that stood there was written, and whether a comma or a bracket would end it. */
export interface InPlace {
  readonly style?: Scalar.Type | undefined;
  readonly isInFlow: boolean;
}

/** A value on one line, in the quotes of the one before it. */
export function inFlow(value: unknown, { style, isInFlow }: InPlace): string {
  if (Array.isArray(value)) return `[${value.map((each) => inFlow(each, { isInFlow: true })).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return mapInFlow(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (style === 'QUOTE_SINGLE' && /^[\x20-\x7e]*$/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  const isPlain = style !== 'QUOTE_DOUBLE' && !(isInFlow && /[,[\]{}]/.test(value));
  const written = stringify(value, { lineWidth: 0 }).trimEnd();
  return isPlain && !written.includes('\n') ? written : JSON.stringify(value);
}

function mapInFlow(value: object): string {
  const members = Object.entries(value as Readonly<Record<string, unknown>>);
  const texts = members.map(([key, each]) => memberText(key, inFlow(each, { isInFlow: true })));
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
}

/** As in `key: value`, or the value alone where it is of a list. */
export function memberText(key: string | number | undefined, value: string): string {
  return key === undefined ? value : `${inFlow(String(key), { isInFlow: true })}: ${value}`;
}
