import type { SchemaProblem } from '../contract/schemas';
import { checkSchema } from '../contract/schemas';
import { inPlainWords } from './plain-words';

/** A problem of a value, with the way to the member at fault. */
export interface ShapeProblem {
  readonly path: readonly string[];
  /** Without the member's own path. */
  readonly message: string;
  /** The keyword of JSON Schema that was broken. */
  readonly keyword: string;
}

/** What to tell first of a value that does not keep to its schema; `undefined`: it does. */
export function shapeProblem(schema: string, value: unknown): ShapeProblem | undefined {
  return shapeProblems(schema, value)[0];
}

/** Every member of a value that does not keep to its schema, with its most telling problem; the first to tell first. */
export function shapeProblems(schema: string, value: unknown): ShapeProblem[] {
  return firstToTell(checkSchema(schema, value));
}

/** Of all that is wrong with a value, what to tell of each member. */
export function firstToTell(found: readonly SchemaProblem[]): ShapeProblem[] {
  const problems = mostTelling(found);
  const isFirst = ({ path }: SchemaProblem, index: number): boolean =>
    !problems.slice(0, index).some((earlier) => `${earlier.path}/`.startsWith(`${path}/`));
  return problems.filter(isFirst).map(({ path, message, keyword }) => ({
    path: pointerPath(path),
    message: inPlainWords(message.replace(path === '' ? 'the value' : path, '').trim()),
    keyword,
  }));
}

/** The problem deepest in the file first: that of `anyOf` only says that none of its branches fits. */
function mostTelling(problems: readonly SchemaProblem[]): SchemaProblem[] {
  const depth = (problem: SchemaProblem): number => problem.path.split('/').length;
  return [...problems].sort((one, other) => depth(other) - depth(one));
}

function pointerPath(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
