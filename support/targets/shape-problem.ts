import type { SchemaProblem } from '../contract/schemas';
import { checkSchema } from '../contract/schemas';

/** The first problem of a value, with the way to the member at fault. */
export interface ShapeProblem {
  readonly path: readonly string[];
  /** Without the member's own path. */
  readonly message: string;
  /** The keyword of JSON Schema that was broken. */
  readonly keyword: string;
}

/** What to tell first of a value that does not keep to its schema; `undefined`: it does. */
export function shapeProblem(schema: string, value: unknown): ShapeProblem | undefined {
  const [problem] = mostTelling(checkSchema(schema, value));
  if (problem === undefined) return undefined;
  const { path, message, keyword } = problem;
  return { path: pointerPath(path), message: message.replace(path, '').trim(), keyword };
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
