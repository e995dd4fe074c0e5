import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
import type { Part, Tree } from './trees';
import { partOf, treeOf } from './trees';

/** A feature, rule, example, table or step: it has a line of its own, and may have a description below. */
interface Titled {
  readonly keyword: string;
  readonly location: { readonly line: number };
  readonly description?: string;
}

/** A feature. Each title, step and description is a paragraph; what stands between them is a table, or has no sentences. */
export function featureTree(text: string): Tree {
  const lines = text.split('\n');
  const starts = lines.map((_, index) => lines.slice(0, index).join('\n').length + Math.min(index, 1));
  const parts: Part[] = [];
  let at = 0;
  const end = (type: 'Paragraph' | 'Table', length: number): void => {
    if (length > 0) parts.push(partOf(text, type, at, at + length));
    at += length;
  };
  for (const { location, description = '' } of titledIn(parse(text))) {
    const start = starts[location.line - 1] ?? text.length;
    end('Table', start - at);
    end('Paragraph', (lines[location.line - 1] ?? '').length);
    if (description === '') continue;
    end('Table', text.indexOf(description, at) - at);
    end('Paragraph', description.length);
  }
  end('Table', text.length - at);
  return treeOf(text, parts);
}

function parse(text: string): unknown {
  const matcher = new GherkinClassicTokenMatcher();
  return new Parser(new AstBuilder(IdGenerator.incrementing()), matcher).parse(text).feature;
}

/** All of them in a part of Gherkin's tree, from top to bottom. */
function titledIn(tree: unknown): Titled[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const below = Object.values(tree).flatMap(titledIn);
  return 'keyword' in tree && 'location' in tree ? [tree as Titled, ...below] : below;
}
