import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Strings } from '../../support/desk/server/strings';
import { suiteRoot } from '../../support/contract/suite-root';

/** A text that code asks for by its name, with what it is given. */
interface Call {
  readonly name: string;
  readonly parameters: string[];
  /** As in `support/desk/page/app.tsx:12`. */
  readonly place: string;
}

interface UsedTexts {
  /** Those whose name and parameters stand in the code. */
  readonly calls: readonly Call[];
  /** Whether the code names a text, in whole or with parts that are filled in. */
  readonly has: (name: string) => boolean;
}

const forms = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** All texts of a table by their names; more than one where there are forms for numbers. */
export function givenTexts(table: Strings, before = ''): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, entry] of Object.entries(table))
    if (typeof entry === 'string') found.set(before + name, [entry]);
    else if ('other' in entry && Object.keys(entry).every((each) => forms.has(each)))
      found.set(before + name, Object.values(entry) as string[]);
    else for (const [below, texts] of givenTexts(entry, `${before}${name}.`)) found.set(below, texts);
  return found;
}

/** What forms for numbers have between them. */
export const placeholdersOf = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))].sort();

/** The texts that the code of the desk names. */
export function usedTexts(): UsedTexts {
  const calls: Call[] = [];
  const whole = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of globSync('support/desk/**/*.{ts,tsx}', { cwd: suiteRoot })) {
    const source = ts.createSourceFile(
      file,
      readFileSync(`${suiteRoot}/${file}`, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node)) whole.add(node.text);
      if (ts.isTemplateExpression(node)) patterns.push(...patternOf(node));
      if (ts.isCallExpression(node)) calls.push(...callOf(node, file, source));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  // The server names texts of the page before its script by section and name.
  const shell = ['language', 'title', 'noScript', 'lastReport', 'noReport'].map((name) => `app.${name}`);
  return {
    calls,
    has: (name) => whole.has(name) || shell.includes(name) || patterns.some((each) => each.test(name)),
  };
}

/** Names with parts that are filled in, as in `verdict.${verdict}`. */
function patternOf({ head, templateSpans }: ts.TemplateExpression): RegExp[] {
  const parts = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
  if (!parts.join('').includes('.') || !/^[\w.-]*$/.test(parts.join(''))) return [];
  return [new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+')}$`)];
}

function callOf(
  { expression, arguments: [first, second] }: ts.CallExpression,
  file: string,
  source: ts.SourceFile,
): Call[] {
  if (!ts.isIdentifier(expression) || expression.text !== 't' || !first || !ts.isStringLiteralLike(first))
    return [];
  if (second && !ts.isObjectLiteralExpression(second)) return [];
  const parameters = second?.properties.map(({ name }) => name?.getText(source) ?? '') ?? [];
  const line = source.getLineAndCharacterOfPosition(expression.getStart(source)).line + 1;
  return [{ name: first.text, parameters, place: `${file}:${line}` }];
}
