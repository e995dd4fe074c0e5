import type { SchemaProblem } from '../contract/schemas';
import { checkSchema } from '../contract/schemas';

/** What a schema demands, as a validator says it, and in the words of people who have never seen a schema. */
const demands: readonly (readonly [demand: RegExp, words: string])[] = [
  [/^must be integer/, 'must be a whole number'],
  [/^must be number/, 'must be a number'],
  [/^must be string/, 'must be a text'],
  [/^must be boolean/, 'must be true or false'],
  [/^must be object/, 'must hold members'],
  [/^must be array/, 'must be a list'],
  [/^must be >= (\S+?)(?=,|$)/, 'must be $1 or more'],
  [/^must be <= (\S+?)(?=,|$)/, 'must be $1 or less'],
  // A pattern may hold whatever a text may.
  [/^must match pattern "[^]*"(?=, is )/, 'has the wrong form'],
];

/** What stands there instead. How long a text is that should be a number says nothing. */
const sights: readonly (readonly [sight: RegExp, words: string])[] = [
  [/^, is (a string of \d+ characters|an empty string|a number|a boolean)$/, ''],
  [/^, is an array$/, ', is a list'],
  [/^, is an object$/, ', holds members'],
  [/^, is null$/, ', is empty'],
];

/** The words of a validator, without its terms. */
function inPlainWords(message: string): string {
  for (const [demand, words] of demands) {
    const found = demand.exec(message);
    if (found === null) continue;
    const seen = message.slice(found[0].length);
    const [sight, seenWords = ''] = sights.find(([each]) => each.test(seen)) ?? [];
    return words.replace('$1', found[1] ?? '') + (sight === undefined ? seen : seenWords);
  }
  return message;
}

/** A problem of a value, with the way to the member at fault. */
export interface ShapeProblem {
  readonly path: readonly string[];
  /** Without the member's own path. */
  readonly message: string;
  /** The keyword of JSON Schema that was broken. */
  readonly keyword: string;
  /** What a member that is not allowed may be meant for. */
  readonly near?: string;
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
  return problems.filter(isFirst).map(({ path, message, ...rest }) => ({
    ...rest,
    path: pointerPath(path),
    message: inPlainWords(message.replace(path === '' ? 'the value' : path, '').trim()),
  }));
}

/**
 * A misspelt member before the one that is missing for it; then the problem deepest in the file: that of `anyOf` only says
 * that none of its branches fits.
 */
function mostTelling(problems: readonly SchemaProblem[]): SchemaProblem[] {
  const depth = (problem: SchemaProblem): number => problem.path.split('/').length;
  const isMisspelt = ({ near }: SchemaProblem): number => Number(near !== undefined);
  return [...problems].sort((one, other) => isMisspelt(other) - isMisspelt(one) || depth(other) - depth(one));
}

function pointerPath(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
