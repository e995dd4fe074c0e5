import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../../contract/suite-root';

/** A table of texts: a text, or another table below it. */
export interface Strings {
  readonly [name: string]: string | Strings;
}

/** English: what others are translated from. */
export function readStrings(file = stringsFile()): Strings {
  return JSON.parse(readFileSync(file, 'utf8')) as Strings;
}

/** Compiled code has a copy beside the page. */
function stringsFile(): string {
  return __filename.endsWith('.ts')
    ? join(suiteRoot, 'support/desk/strings.en.json')
    : join(__dirname, 'desk/strings.en.json');
}

/** One text of a table, by its names. Throws where there is none. */
export function textIn(strings: Strings, section: string, name: string): string {
  const table = strings[section];
  const text = typeof table === 'object' ? table[name] : undefined;
  if (typeof text !== 'string') throw new Error(`the strings have no ${section}.${name}`);
  return text;
}
