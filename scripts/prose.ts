// `node -r ./bin/typescript.cjs scripts/prose.ts`, a part of `npm run lint`: looks for the phrases of docs/style/phrases.yml
// in everything that people read, and for long sentences in what they read from top to bottom.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(__dirname, '..');

const covered = [
  /\.md$/,
  /^features\/.*\.feature$/,
  /^(support|steps|mutants|bench|scripts|vectors\/generate)\/.*\.tsx?$/,
  /^(bin|scripts)\/.*\.cjs$/,
  /^cucumber\.cjs$/,
  /^docs\/site\/[^/]+\.yml$/,
  /^(adapters|examples)\/.*\.(ya?ml|cjs|mjs|mts|java|php)$/,
];
/** There a long sentence costs most; decisions and the changelog are looked up. */
const readThrough = /(^|\/)(README|CONTRIBUTING)\.md$|^docs\/(guides\/)?[^/]+\.md$|^features\/.+\.feature$/;

/** More words than a reader keeps in mind. */
const mostWords = 25;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

interface Phrase {
  /** As in `/\bin order to\b/i`. */
  readonly pattern: string;
  readonly expected: string;
}

const { rules } = parse(readFileSync(join(root, 'docs/style/phrases.yml'), 'utf8')) as { rules: Phrase[] };
const phrases = rules.map(({ pattern, expected }) => {
  const [, source = '', flags = ''] = /^\/(.+)\/(\w*)$/.exec(pattern) ?? [];
  return { pattern: new RegExp(source, `g${flags}`), expected };
});

/** What people read, by path in the repository. */
export function proseFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => covered.some((each) => each.test(file)));
}

/** `LINE:COLUMN what is wrong => what to write` for each passage that a native engineer would not write. */
export function findingsIn(file: string, text: string): string[] {
  const read = file.endsWith('.md')
    ? withoutCode(text)
    : text.replace(/^[ \t]*(\/\*\*?|\*\/?|\/\/)/gm, blank);
  const found = [...phrasesIn(read), ...(readThrough.test(file) ? longSentencesIn(read) : [])];
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

/** Of Markdown: what stands in a block or between back quotes is the program's, and not ours. */
function withoutCode(text: string): string {
  return text
    .replace(/^(```+)[^]*?^\1/gm, blank)
    .replace(/(?<=^|\n\n)(?: {4}.*\n|\n)+/g, blank)
    .replace(/`[^`]+`/g, asOneWord);
}

/** An item of a list begins a paragraph; a title or step of a feature is one by itself. */
const item = /^\s*([-*]|\d+\.)\s/;
const alone =
  /^\s*((Given|When|Then|And|But)\b|(Feature|Rule|Background|Example|Examples|Scenario|Scenario Outline):)/;
/** Headings, tables, quotes and tags have no sentences of ours. */
const unread = /^\s*([#|>@]|$)/;

function longSentencesIn(text: string): Found[] {
  const plain = text.replace(/"[^"]*"/g, asOneWord).replace(/\]\([^)\n]*\)|[[\]*_]/g, blank);
  return paragraphsOf(text, plain).flatMap((paragraph) =>
    [...sentences.segment(paragraph.text)].flatMap(({ segment, index }) => {
      const words = segment.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
      const at = paragraph.at + index + segment.search(/\S/);
      return words > mostWords
        ? [{ at, message: `a sentence of ${words} words => at most ${mostWords}` }]
        : [];
    }),
  );
}

/** The paragraphs of a text, on one line each, as `plain` has them; its lines are as long as those of the text. */
function paragraphsOf(text: string, plain: string): { at: number; text: string }[] {
  const paragraphs: { at: number; text: string }[] = [];
  const lines = text.split('\n');
  let at = 0;
  plain.split('\n').forEach((line, index) => {
    const [before = '', written = ''] = [lines[index - 1], lines[index]];
    const last = paragraphs.at(-1);
    const begins =
      [before, written].some((each) => unread.test(each) || alone.test(each)) || item.test(written);
    if (begins || last === undefined) paragraphs.push({ at, text: unread.test(written) ? '' : line });
    else last.text += ` ${line}`;
    at += line.length + 1;
  });
  return paragraphs;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Code, and the words of the contract in quotes, are not ours to shorten. In capitals, since a sentence may begin with it. */
function asOneWord(text: string): string {
  return text.replace(/[^\n]/g, 'X');
}

function main(): void {
  const files = proseFiles();
  const found = files.flatMap((file) =>
    findingsIn(file, readFileSync(join(root, file), 'utf8')).map((finding) => `${file}:${finding}`),
  );
  for (const finding of found) console.log(finding);
  console.log(
    `${files.length} files, ${found.length} ${found.length === 1 ? 'passage' : 'passages'} to rewrite`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}

if (require.main === module) main();
