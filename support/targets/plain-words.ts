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
export function inPlainWords(message: string): string {
  for (const [demand, words] of demands) {
    const found = demand.exec(message);
    if (found === null) continue;
    const seen = message.slice(found[0].length);
    const [sight, seenWords = ''] = sights.find(([each]) => each.test(seen)) ?? [];
    return words.replace('$1', found[1] ?? '') + (sight === undefined ? seen : seenWords);
  }
  return message;
}
