import type en from '../strings.en.json';

type Names<Table, Before extends string = ''> = {
  [Name in keyof Table & string]: Table[Name] extends string
    ? `${Before}${Name}`
    : Table[Name] extends { readonly other: string }
      ? `${Before}${Name}`
      : Names<Table[Name], `${Before}${Name}.`>;
}[keyof Table & string];

/** The name of a text, as in `run.title`. */
export type TextName = Names<typeof en>;

type Parameters = Readonly<Record<string, number | string>>;
type Entry = string | { readonly one?: string; readonly other: string } | Table;
interface Table {
  readonly [name: string]: Entry;
}

let table: Table = {};
let language = 'en';

/** Loads all texts, before anything is shown. */
export async function loadStrings(path: string): Promise<void> {
  table = (await (await fetch(path)).json()) as Table;
  language = document.documentElement.lang;
}

/** A text of the page, with `{name}` filled in; where it has forms for numbers, the one for `count`. */
export function t(name: TextName, parameters: Parameters = {}): string {
  const found = name.split('.').reduce<Entry | undefined>(below, table);
  return formOf(found, parameters, name).replace(/\{(\w+)\}/g, (_written, parameter: string) =>
    shown(parameters[parameter]),
  );
}

const below = (entry: Entry | undefined, name: string): Entry | undefined =>
  typeof entry === 'object' ? (entry as Table)[name] : undefined;

function formOf(found: Entry | undefined, { count = 0 }: Parameters, name: string): string {
  if (typeof found === 'string') return found;
  const forms = found as Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> | undefined;
  const text = forms?.[new Intl.PluralRules(language).select(Number(count))] ?? forms?.other;
  if (text === undefined) throw new Error(`there is no text ${name}`);
  return text;
}

/** One for all numbers: it takes long to make. */
let numbers: Intl.NumberFormat | undefined;

function shown(value: number | string | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  numbers ??= new Intl.NumberFormat(language);
  return numbers.format(value);
}
