import { extname } from 'node:path';
import * as ts from 'typescript';

/** A piece of text that people read, without the characters that mark it as a comment or a table row. */
export interface Passage {
  /** Offset of the passage's first character in the file */
  readonly at: number;
  /**
   * The text on one line. Unless the passage is a comment, a character at index n of `text` is at offset `at
   * + n` of the file.
   */
  readonly text: string;
  readonly kind: 'comment' | 'paragraph' | 'row' | 'step';
}

/** Returns the comments of a source, or the paragraphs, table rows and steps of a guide or feature. */
export function passagesIn(file: string, text: string): Passage[] {
  const extension = extname(file);
  if (extension === '.md') return paragraphsOf(text, withoutCode(text));
  if (extension === '.feature') return paragraphsOf(text, text).filter(({ kind }) => kind !== 'row');
  if (scripts.has(extension)) return commentsOf(file, text);
  return lineCommentsOf(text, signs[extension] ?? signs['.sh']);
}

/** Replaces code in Markdown: blocks by spaces, and inline code by one word. Offsets stay the same. */
export function withoutCode(text: string): string {
  return text
    .replace(/^(```+)[^]*?^\1/gm, blank)
    .replace(/(?<=^|\n\n)(?: {4}.*\n|\n)+/g, blank)
    .replace(/`[^`]+`/g, asOneWord);
}

export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Replaces text by a word of the same length. The word is in capitals so that it can begin a sentence. */
function asOneWord(text: string): string {
  return text.replace(/[^\n]/g, 'X');
}

const step = /^\s*(Given|When|Then|And|But)\b/;
/** Matches the first line of a list item. */
const item = /^\s*([-*]|\d+\.)\s/;
const title = /^\s*(Feature|Rule|Background|Example|Examples|Scenario|Scenario Outline):/;
/**
 * Matches headings, comments, tags, block quotes and empty lines. They end a paragraph and are not searched.
 */
const unread = /^\s*([#>@]|$)/;
const row = /^\s*\|/;

/** @param plain `text` with code masked or blanked out; each line keeps its length */
function paragraphsOf(text: string, plain: string): Passage[] {
  const read = plain.replace(/"[^"]*"/g, asOneWord).replace(/\]\([^)\n]*\)|[[\]*_]/g, blank);
  const passages: { at: number; text: string; kind: Passage['kind'] }[] = [];
  const lines = text.split('\n');
  let at = 0;
  read.split('\n').forEach((line, index) => {
    const [before = '', written = ''] = [lines[index - 1], lines[index]];
    const begins =
      [before, written].some((each) => [unread, row, step, title].some((sign) => sign.test(each))) ||
      item.test(written);
    const last = passages.at(-1);
    if (begins || last === undefined) {
      const kind = row.test(written) ? 'row' : step.test(written) ? 'step' : 'paragraph';
      passages.push({ at, text: unread.test(written) ? '' : line, kind });
    } else last.text += ` ${line}`;
    at += line.length + 1;
  });
  return passages;
}

const scripts = new Set(['.ts', '.tsx', '.mts', '.cjs', '.mjs', '.js']);

/** Matches directives for tools, such as `eslint-disable`. They are not prose. */
const directive = /^(eslint|@ts-|prettier|shellcheck|<reference|!)/;

/** Returns the comments of a TypeScript or JavaScript source. Adjacent `//` lines are one comment. */
function commentsOf(file: string, text: string): Passage[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const ranges = new Map<number, ts.CommentRange>();
  const add = (found: readonly ts.CommentRange[] = []): void => {
    for (const range of found) ranges.set(range.pos, range);
  };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    children.forEach(visit);
    if (children.length > 0) return;
    add(ts.getLeadingCommentRanges(text, node.pos));
    add(ts.getTrailingCommentRanges(text, node.end));
  };
  visit(source);
  const sorted = [...ranges.values()].sort((one, other) => one.pos - other.pos);
  const isLine = ({ kind }: ts.CommentRange): boolean => kind === ts.SyntaxKind.SingleLineCommentTrivia;
  return joined(
    text,
    sorted.map((range) => ({ from: range.pos, to: range.end, isLine: isLine(range) })),
  );
}

/** Patterns for single-line comments and block comments, by file extension. */
const signs: Readonly<Record<string, RegExp>> = {
  '.sh': /^[ \t]*#.*$/gm,
  '.py': /^[ \t]*(?:#.*$|[rb]?"""[^]*?""")/gm,
  '.php': /^[ \t]*(?:\/\/.*$|#(?!\[).*$|\/\*[^]*?\*\/)/gm,
  '.go': /^[ \t]*(?:\/\/.*$|\/\*[^]*?\*\/)/gm,
  '.java': /^[ \t]*(?:\/\/.*$|\/\*[^]*?\*\/)/gm,
};

/** Returns the comments at the beginning of a line, for a language that this file does not parse. */
function lineCommentsOf(text: string, sign = /^$/g): Passage[] {
  const found = [...text.matchAll(sign)].map(({ 0: raw, index }) => ({
    from: index + raw.search(/\S/),
    to: index + raw.length,
    isLine: !raw.includes('\n') && !/^\s*(\/\*|[rb]?""")/.test(raw),
  }));
  return joined(text, found);
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly isLine: boolean;
}

function joined(text: string, ranges: readonly Range[]): Passage[] {
  const passages: { at: number; to: number; text: string; isLine: boolean }[] = [];
  for (const { from, to, isLine } of ranges) {
    const read = withoutSigns(text.slice(from, to));
    const last = passages.at(-1);
    const isNext = last?.isLine === true && isLine && /^[ \t]*\n[ \t]*$/.test(text.slice(last.to, from));
    if (isNext) Object.assign(last, { to, text: `${last.text} ${read}`.trim() });
    else passages.push({ at: from, to, text: read, isLine });
  }
  return passages
    .filter(({ text: read }) => read !== '' && !directive.test(read))
    .map(({ at, text: read }) => ({ at, text: read, kind: 'comment' as const }));
}

function withoutSigns(raw: string): string {
  return raw
    .replace(/^(\/\*+|[rb]?""")|(\*+\/|""")$/g, '')
    .replace(/^[ \t]*(\*|\/\/+|#+)[ \t]?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
