import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { suiteRoot } from '../../../support/contract/suite-root';
import type { Language } from './languages';
import { languageNames, languages } from './languages';

/** One thing that adapters do right, the obligations that it keeps, and where the code of each language does it. */
export interface Topic {
  readonly title: string;
  readonly obligations: readonly string[];
  /** By language, a text that stands on one line of its adapter: the head of the function. */
  readonly code: Readonly<Partial<Record<Language, string>>>;
}

/** A line of an adapter. */
export interface CodePlace {
  readonly language: Language;
  /** In the repository, as in `adapters/python/fields.py`. */
  readonly file: string;
  readonly line: number;
}

export function readTopics(): readonly Topic[] {
  return parse(readFileSync(join(suiteRoot, 'docs/site/adapters.yml'), 'utf8')) as Topic[];
}

const pattern = '**/*.{cjs,mjs,js,mts,cts,ts,py,go,php,java}';
const foreign = /(^|\/)(node_modules|vendor|build|target|dist|__pycache__)\//;

/** The code of one adapter, by file; empty where there is none. */
export type Code = ReadonlyMap<string, readonly string[]>;

export function readCode(language: Language, root = suiteRoot): Code {
  const folder = join(root, 'adapters', language);
  if (!existsSync(folder)) return new Map();
  const files = globSync(pattern, { cwd: folder })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !foreign.test(name))
    .sort();
  return new Map(
    files.map((name) => [
      `adapters/${language}/${name}`,
      readFileSync(join(folder, name), 'utf8').split('\n'),
    ]),
  );
}

/** Where a topic's code is. Throws where an adapter has lost it, or has it twice. */
export function placesOf({ title, code }: Topic, codeOf: (language: Language) => Code): CodePlace[] {
  return languageNames.flatMap((language) => {
    const text = code[language];
    const read = codeOf(language);
    if (text === undefined || read.size === 0) return [];
    const found = [...read].flatMap(([file, lines]) =>
      lines.flatMap((line, index) => (line.includes(text) ? [{ language, file, line: index + 1 }] : [])),
    );
    if (found.length === 1) return found;
    const where = found.map(({ file, line }) => `${file}:${line}`).join(', ');
    throw new Error(
      `docs/site/adapters.yml: “${title}” looks for one line with “${text}” in the adapter for ` +
        `${languages[language]}, and ${found.length === 0 ? 'there is none' : `${where} have it`}`,
    );
  });
}
