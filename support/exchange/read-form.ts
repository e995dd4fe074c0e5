import { parseJson } from '../contract/json';

/** What is written in place of a value besides its kind and its size. */
export interface FormOptions {
  /** A name for the kind in place of what the value looks like, as in `client-secret`. */
  readonly kind?: string;
  /** Stands for the value, the same for equal values (`Marks`). */
  readonly mark?: string;
  /** The documented word that it comes near. */
  readonly like?: string;
}

/** What a recording tells of a value that it does not keep. */
export interface KeptForm extends FormOptions {
  readonly kind: string;
  /** As it is written: `17` characters, `6 digits`, `256 bytes`. */
  readonly size: string;
  readonly details: readonly string[];
}

const written = /‹([a-z\d-]+), ([^‹›]*)›/;
const inAddress = /\(([a-z\d-]+),(\d[^()]*)\)/;
const any = new RegExp(`${written.source}|${inAddress.source}`, 'g');
const whole = new RegExp(`^(?:${written.source}|${inAddress.source})$`);

/** What a form tells; `undefined` for a text that is no form as a whole. */
export function parseRedactedForm(text: string): KeptForm | undefined {
  const [, kind, rest, shortKind, shortRest] = whole.exec(text) ?? [];
  const named = kind ?? shortKind;
  if (named === undefined) return undefined;
  const parts =
    rest === undefined
      ? (shortRest ?? '').split(',').map((part) => part.replaceAll('-', ' ').replace(/^~.*/, () => part))
      : rest.split(', ');
  const [size = '', ...more] = parts;
  const after = (lead: string): string[] =>
    more.filter((part) => part.startsWith(lead)).map((part) => part.slice(lead.length));
  const [[mark], [like]] = [after('~'), after('like ')];
  return {
    kind: named,
    size,
    details: more.filter((part) => !/^~|^like /.test(part)),
    ...(mark !== undefined && { mark }),
    ...(like !== undefined && { like }),
  };
}

/** Whether a text reads as it arrived: no form stands in it. */
export const isUnredacted = (text: string): boolean => !/[‹›]/.test(text) && !inAddress.test(text);

/** Whether a text was another wherever it is kept otherwise: each form in it has a mark. */
export const isComparableText = (kept: string): boolean =>
  [...kept.matchAll(any)].every(([form]) => /~[\w-]{14}[›)]$/.test(form)) && !/‹\d+ more›|\(more,/.test(kept);

/** A text for people: a mark tells a judge what is equal, and is another in each run. */
export const withoutMarks = (text: string): string => text.replace(/, ?~[\w-]{14}(?=[›)])/g, '');

/**
 * Returns the first `most` characters of a longer text, followed by `…`. Omits a form that would otherwise be cut in
 * two.
 */
export function cutBetweenForms(text: string, most: number): string {
  if (text.length <= most) return text;
  const begun = text.lastIndexOf('‹', most - 1);
  const [form = ''] = begun < 0 ? [] : (new RegExp(`^${written.source}`).exec(text.slice(begun)) ?? []);
  return `${text.slice(0, begun + form.length > most ? begun : most)}…`;
}

/** A text in which one character stands in place of each form, for patterns: a digit for digits, else a letter. */
export const replaceFormsByChar = (text: string): string =>
  text.replace(any, (form) => (/^[‹(](?:digits|number),/.test(form) ? '0' : 'x'));

/** The value of a JSON text that was kept: in place of a number that was not, one as long and of the same sign. */
export function keptJson(text: string): unknown {
  const value = parseJson(text);
  return text.includes('‹number, ') ? withNumbers(value) : value;
}

function withNumbers(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('‹number, ') ? (numberIn(value) ?? value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withNumbers);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNumbers(each)]));
}

function numberIn(text: string): number | undefined {
  const form = parseRedactedForm(text);
  if (form?.kind !== 'number') return undefined;
  const size = 10 ** (parseInt(form.size, 10) - 1) + (form.details.includes('fraction') ? 0.5 : 0);
  return form.details.includes('negative') ? -size : size;
}
