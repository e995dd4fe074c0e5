import type { SchemaProblem } from '../contract/schemas';
import { checkSchema } from '../contract/schemas';

/**
 * Maps the first part of a validator's message, which states the expected value, to plain words for users who
 * do not know JSON Schema.
 */
const demands: readonly (readonly [demand: RegExp, words: string])[] = [
  [/^must be integer/, 'must be a whole number'],
  [/^must be number/, 'must be a number'],
  [/^must be string/, 'must be a text'],
  [/^must be boolean/, 'must be true or false'],
  [/^must be object/, 'must hold members'],
  [/^must be array/, 'must be a list'],
  [/^must be >= (\S+?)(?=,|$)/, 'must be $1 or more'],
  [/^must be <= (\S+?)(?=,|$)/, 'must be $1 or less'],
  // Match up to the last quotation mark, because the pattern itself may contain quotation marks.
  [/^must match pattern "[^]*"(?=, is )/, 'has the wrong form'],
];

/**
 * Maps the second part of a validator's message, which describes the actual value, to plain words. Drops
 * descriptions that do not help, such as the length of a string that should be a number.
 */
const sights: readonly (readonly [sight: RegExp, words: string])[] = [
  [/^, is (a string of \d+ characters|an empty string|a number|a boolean)$/, ''],
  [/^, is an array$/, ', is a list'],
  [/^, is an object$/, ', holds members'],
  [/^, is null$/, ', is empty'],
];

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

export interface ShapeProblem {
  readonly path: readonly string[];
  /** The message without the member's path. */
  readonly message: string;
  /** The JSON Schema keyword that the value violates, such as `required`. */
  readonly keyword: string;
  /** The known member that the user probably meant, if the name seems to be misspelt. */
  readonly near?: string;
}

/** Returns the most helpful problem of a value; `undefined` if the value matches the schema. */
export function shapeProblem(schema: string, value: unknown): ShapeProblem | undefined {
  return shapeProblems(schema, value)[0];
}

/**
 * Returns one problem per wrong member, the most helpful first. Returns an empty list if the
 * value matches the schema.
 */
export function shapeProblems(schema: string, value: unknown): ShapeProblem[] {
  return firstToTell(checkSchema(schema, value));
}

/** Chooses the problems to report: one per member, and none for an object if a problem inside it is reported. */
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
 * Sorts the problems, the most helpful first. Misspelt members come first, because a misspelling also makes
 * the intended member missing. Deeper problems precede shallower ones, because a problem with `anyOf` only
 * means that no alternative matches.
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
