import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';

/** Where groups stand in a match, as Cucumber's library builds them. */
interface GroupBuilder {
  build(match: RegExpExecArray, next: () => number): unknown;
}

/** What a library of support code holds, beside what its type tells. */
interface Loaded extends ISupportCodeLibrary {
  readonly stepDefinitions: readonly { readonly expression: object }[];
}

/** The expression behind the text of a step. */
interface TreeRegexp {
  readonly regexp: RegExp;
  readonly groupBuilder: GroupBuilder;
  match: (text: string) => unknown;
}

/**
 * Steps are matched by the engine's own regular expressions. The library takes a substitute for the flag `d`, written
 * when engines lacked it, which parses every expression a second time in JavaScript. An expression of another shape than
 * this file knows keeps the library's way.
 */
export function matchNatively(library: ISupportCodeLibrary): void {
  const { stepDefinitions = [] } = library as Partial<Loaded>;
  for (const { expression } of stepDefinitions) {
    const tree: unknown = Reflect.get(expression, 'treeRegexp');
    if (!isTreeRegexp(tree)) continue;
    const { regexp, groupBuilder } = tree;
    if (regexp.global || regexp.sticky) continue;
    const indexed = new RegExp(regexp.source, `${regexp.flags.replace('d', '')}d`);
    tree.match = (text) => {
      const match = indexed.exec(text);
      let group = 0;
      return match && groupBuilder.build(match, () => group++);
    };
  }
}

function isTreeRegexp(value: unknown): value is TreeRegexp {
  if (typeof value !== 'object' || value === null) return false;
  const { regexp, groupBuilder, match } = value as Partial<TreeRegexp>;
  return regexp instanceof RegExp && typeof groupBuilder?.build === 'function' && typeof match === 'function';
}
