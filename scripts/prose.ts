// `npm run prose`, a part of `npm run lint`, checks the English of everything that people read. It reports
// the phrases of docs/style/phrases.yml, and long sentences in guides and features. It also counts markers of
// hard English. A file may contain at most as many markers as docs/style/markers-left.yml allows.
//   npm run prose -- --lower     lowers this allowance to the markers that are left
//   npm run prose -- PATH…       lists the markers of these files and folders
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Allowance, FoundMarker } from './prose/markers';
import { allowanceFile, excessMarkerLines, lowerAllowances, markersIn, regexOf } from './prose/markers';
import { blank, passagesIn, withoutCode } from './prose/passages';

const root = join(__dirname, '..');

const covered = [
  /\.md$/,
  /^features\/.*\.feature$/,
  /^(support|steps|mutants|bench|scripts|vectors\/generate)\/.*\.tsx?$/,
  /^(bin|scripts)\/.*\.(cjs|sh)$/,
  /^cucumber\.cjs$/,
  /^docs\/site\/[^/]+\.yml$/,
  /^(adapters|examples)\/.*\.(ya?ml|cjs|mjs|mts|java|php|py|go|sh)$/,
];
/** Files in which markers are counted. Tests are not searched for phrases, because tests quote phrases. */
const coveredByMarkers = [...covered, /^tests\/.*\.(tsx?|cjs)$/];
/** People read these files from beginning to end, so long sentences cost most there. */
const readThrough = /(^|\/)(README|CONTRIBUTING)\.md$|^docs\/(guides\/)?[^/]+\.md$|^features\/.+\.feature$/;

/** Maximum number of words in a sentence. A reader cannot follow longer sentences at once. */
const mostWords = 25;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

interface Phrase {
  /** A regular expression with its flags, such as `/\bin order to\b/i`. */
  readonly pattern: string;
  readonly expected: string;
}

const { rules } = parse(readFileSync(join(root, 'docs/style/phrases.yml'), 'utf8')) as { rules: Phrase[] };
const phrases = rules.map(({ pattern, expected }) => ({ pattern: regexOf(pattern, 'g'), expected }));

/** Returns the paths, relative to the repository, of the files that are searched for phrases or markers. */
export function proseFiles(by: 'phrases' | 'markers' = 'phrases'): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const wanted = by === 'phrases' ? covered : coveredByMarkers;
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => wanted.some((each) => each.test(file)));
}

/** Returns `LINE:COLUMN what is wrong => what to write` for each forbidden phrase and each long sentence. */
export function findingsIn(file: string, text: string): string[] {
  const read = file.endsWith('.md')
    ? withoutCode(text)
    : text.replace(/^[ \t]*(\/\*\*?|\*\/?|\/\/)/gm, blank);
  const found = [...phrasesIn(read), ...(readThrough.test(file) ? longSentencesIn(file, text) : [])];
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, message }) => {
      const before = text.slice(0, at).split('\n');
      return `${before.length}:${(before.at(-1) ?? '').length + 1} ${message}`;
    });
}

interface Found {
  readonly at: number;
  readonly message: string;
}

function phrasesIn(text: string): Found[] {
  return phrases.flatMap(({ pattern, expected }) =>
    [...text.matchAll(pattern)].map(({ 0: passage, index }) => ({
      at: index,
      message: `${passage.replace(/\s+/g, ' ')} => ${expected}`,
    })),
  );
}

function longSentencesIn(file: string, text: string): Found[] {
  const read = passagesIn(file, text).filter(({ kind }) => kind === 'paragraph' || kind === 'step');
  return read.flatMap((paragraph) =>
    [...sentences.segment(paragraph.text)].flatMap(({ segment, index }) => {
      const words = segment.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
      const at = paragraph.at + index + segment.search(/\S/);
      return words > mostWords
        ? [{ at, message: `a sentence of ${words} words => at most ${mostWords}` }]
        : [];
    }),
  );
}

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

function countMarkers(files: readonly string[]): Map<string, readonly FoundMarker[]> {
  return new Map(files.map((file) => [file, markersIn(file, textOf(file)).found]));
}

const allowanceHeading =
  '# Markers of hard English (docs/style/phrases.yml) that each file may still contain. A number is only ever lowered, with\n' +
  '# `npm run prose -- --lower`. A file that is renamed keeps its number.\n';

function readAllowance(): Allowance {
  return parse(readFileSync(allowanceFile, 'utf8')) as Allowance;
}

function lowerAllowance(): void {
  const allowance = lowerAllowances(readAllowance(), countMarkers(proseFiles('markers')));
  writeFileSync(allowanceFile, allowanceHeading + stringify(allowance));
  const all = Object.values(allowance).reduce((sum, count) => sum + count, 0);
  console.log(`${Object.keys(allowance).length} files, ${all} markers left`);
}

function listMarkers(paths: readonly string[]): void {
  const files = proseFiles('markers').filter((file) =>
    paths.some((path) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)),
  );
  const all = files.map((file) => ({ file, ...markersIn(file, textOf(file)) }));
  for (const { file, found } of all)
    for (const { line, words, expected } of found) console.log(`${file}:${line} ${words} => ${expected}`);
  const lines = all.map(({ file, found }) => new Set(found.map(({ line }) => `${file}:${line}`)).size);
  const marked = lines.reduce((sum, count) => sum + count, 0);
  const passages = all.reduce((sum, each) => sum + each.passages, 0);
  console.log(`${files.length} files, ${passages} comments and paragraphs, ${marked} of them with a marker`);
}

function lint(): void {
  const files = proseFiles();
  const found = files.flatMap((file) =>
    findingsIn(file, textOf(file)).map((finding) => `${file}:${finding}`),
  );
  const breaches = excessMarkerLines(readAllowance(), countMarkers(proseFiles('markers')));
  for (const line of [...found, ...breaches]) console.log(line);
  console.log(
    `${files.length} files, ${found.length} ${found.length === 1 ? 'passage' : 'passages'} to rewrite`,
  );
  process.exitCode = found.length + breaches.length === 0 ? 0 : 1;
}

function main(args: readonly string[]): void {
  if (args.includes('--lower')) lowerAllowance();
  else if (args.length > 0) listMarkers(args);
  else lint();
}

if (require.main === module) main(process.argv.slice(2));
