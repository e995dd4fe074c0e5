import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli/conform';

const outside = /(^|\/)(node_modules|reports|build)\//;

/** Every Markdown file of the repository, by its path in it. */
export const markdownFiles: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples', 'vectors'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !outside.test(name))
      .map((name) => join(folder, name)),
  ),
];

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const fence = /^( *)```.*\n([\s\S]*?)^\1```$/gm;

/** What a person would type: indented or fenced blocks, and code within a line. */
export function codeIn(text: string): string[] {
  const fenced = [...text.matchAll(fence)].map(([, , code = '']) => code);
  const rest = text.replace(fence, '');
  const indented = [...rest.matchAll(/^ {4,}(.*)$/gm)].map(([, line = '']) => line);
  const inline = [...rest.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '));
  return [...fenced, ...indented, ...inline];
}

/** Where the links of a file lead, but for other hosts. */
export function linksOf(file: string): string[] {
  const prose = textOf(file)
    .replace(fence, '')
    .replace(/`[^`]+`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** The cells of each row of the tables whose first header is `header`. */
export function rowsOf(text: string, header: string): string[][] {
  const tables = [...text.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) => table.trim().split('\n'));
  return tables
    .map((lines) => lines.map(cellsOf))
    .filter(([head]) => head?.[0] === header)
    .flatMap((lines) => lines.slice(2));
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
