import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { passagesIn } from './passages';

const style = join(__dirname, '../../docs/style');

/**
 * A pattern of English that readers found hard to understand. A match is not necessarily wrong; a reader
 * decides.
 */
interface Marker {
  /** A regular expression with its flags, such as `/\bis to be\b/i`. */
  readonly pattern: string;
  readonly expected: string;
  /** Whether the pattern applies to comments only. */
  readonly comments?: true;
}

const { markers } = parse(readFileSync(join(style, 'phrases.yml'), 'utf8')) as { markers: Marker[] };
const patterns = markers.map(({ pattern, ...marker }) => ({ ...marker, regex: regexOf(pattern) }));

/** Parses a regular expression that is written as `/source/flags`. */
export function regexOf(written: string, moreFlags = ''): RegExp {
  const [, source = '', flags = ''] = /^\/(.+)\/(\w*)$/.exec(written) ?? [];
  return new RegExp(source, flags + moreFlags);
}

export interface FoundMarker {
  /** Line on which the passage begins, counted from 1. */
  readonly line: number;
  /** The part of the passage that the marker's pattern matched */
  readonly words: string;
  readonly expected: string;
}

/**
 * Returns the markers of a file, and the number of its comments and paragraphs. A pattern counts once per
 * comment or paragraph.
 */
export function markersIn(
  file: string,
  text: string,
): { readonly passages: number; readonly found: readonly FoundMarker[] } {
  const passages = passagesIn(file, text).filter((each) => each.kind !== 'step' && each.text.trim() !== '');
  const found = passages.flatMap(({ at, text: read, kind }) => {
    const plain = read.replace(/\s+/g, ' ').trim();
    const line = text.slice(0, at).split('\n').length;
    return patterns.flatMap(({ regex, expected, comments }) => {
      const words = comments === true && kind !== 'comment' ? undefined : regex.exec(plain)?.[0];
      return words === undefined ? [] : [{ line, words: words.trim(), expected }];
    });
  });
  return { passages: passages.length, found };
}

/** The number of markers that each file may still contain. A file that is not listed may not contain any. */
export type Allowance = Readonly<Record<string, number>>;

export const allowanceFile = join(style, 'markers-left.yml');

/**
 * For each file with more markers than allowed, returns the file's count and a line for each marker. Also
 * returns one line about all files with fewer markers than allowed, if there are any.
 */
export function excessMarkerLines(
  allowance: Allowance,
  counted: ReadonlyMap<string, readonly FoundMarker[]>,
): string[] {
  const worse = [...counted].flatMap(([file, found]) => {
    const allowed = allowance[file] ?? 0;
    if (found.length <= allowed) return [];
    const counts = `${file} has ${found.length} markers of hard English, and may have ${allowed}`;
    return [counts, ...found.map((each) => `  ${file}:${each.line} ${each.words} => ${each.expected}`)];
  });
  const lower = Object.entries(allowance).filter(([file, allowed]) => lengthOf(counted, file) < allowed);
  const [first] = lower;
  if (first === undefined) return worse;
  const others = lower.length === 1 ? '' : ` and ${lower.length - 1} more`;
  return [...worse, `${first[0]}${others}: fewer markers than allowed => npm run prose -- --lower`];
}

/**
 * Returns the allowance, lowered to the number of markers left in each file. Numbers never rise, files
 * without markers are removed, and paths are sorted.
 */
export function lowerAllowances(
  allowance: Allowance,
  counted: ReadonlyMap<string, readonly FoundMarker[]>,
): Allowance {
  const left = Object.entries(allowance).map(([file, allowed]): [string, number] => [
    file,
    Math.min(allowed, lengthOf(counted, file)),
  ]);
  return Object.fromEntries(
    left.filter(([, count]) => count > 0).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const lengthOf = (counted: ReadonlyMap<string, readonly FoundMarker[]>, file: string): number =>
  counted.get(file)?.length ?? 0;
