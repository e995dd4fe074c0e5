import { readFileSync } from 'node:fs';
import { formatCount } from '../contract/format-count';
import type { Results } from '../judging/results';
import type { Verdict } from '../judging/verdict';
import { resolveObligationId } from '../run/resolve-obligation-ids';
import type { InputPlace } from '../targets/errors';
import { ConfigurationError } from '../targets/errors';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

const at = '--must-see';

const hint = 'give ids as conform list prints them, or a file with one id on each line';

/** Whether a text has the form of an obligation id, known or not. No file can be named like an id. */
const looksLikeId = (text: string): boolean => /^[a-z]+-\d+$/i.test(text);

/**
 * Returns the ids that `--must-see` names, each once: a list with commas, or a file with one id on each line.
 * Throws a ConfigurationError for an unknown id, for an empty list and for a file that cannot be read.
 */
export function loadMustSee(text: string): string[] {
  const listed = text.split(',').map((each) => each.trim());
  const isList = listed.every((each) => each === '' || looksLikeId(each));
  const named = isList ? listed.map((id) => ({ id, place: { at } })) : namedInFile(text);
  const ids = named.filter(({ id }) => id !== '').map(({ id, place }) => resolveObligationId(id, place));
  if (ids.length === 0)
    throw new ConfigurationError('names no obligation', { at, ...(!isList && { file: text }) }, hint);
  return [...new Set(ids)];
}

/** Returns the lines of a file without their comments, each with its place. */
function namedInFile(file: string): { readonly id: string; readonly place: InputPlace }[] {
  return readIds(file)
    .split('\n')
    .map((text, index) => ({ id: text.replace(/#.*/, '').trim(), place: { file, line: index + 1 } }));
}

function readIds(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`cannot be read (${code})`, { file, at }, hint);
  }
}

/** The verdicts of obligations that were exercised or declared. */
const judged: readonly Verdict[] = ['passed', 'failed', 'warning', 'observed', 'declared'];

/** An obligation without a judgement, with its verdict; `undefined` if no result was written. */
interface NotJudged {
  readonly id: string;
  readonly verdict?: Verdict;
}

/** Returns those of the obligations that the results do not judge. */
export function notJudged(
  ids: readonly string[],
  { obligations }: Pick<Results, 'obligations'>,
): NotJudged[] {
  const verdicts = new Map(obligations.map(({ id, verdict }) => [id, verdict]));
  return ids
    .map((id): NotJudged => {
      const verdict = verdicts.get(id);
      return { id, ...(verdict !== undefined && { verdict }) };
    })
    .filter(({ verdict }) => verdict === undefined || !judged.includes(verdict));
}

/**
 * Prints one line with the obligations in `--must-see` that were not judged. Returns whether there are any.
 *
 * @param results `undefined` if the command judged nothing
 */
export function reportNotJudged(
  ids: readonly string[],
  results: Pick<Results, 'obligations'> | undefined,
  surroundings: Surroundings,
): boolean {
  const missed = notJudged(ids, results ?? { obligations: [] });
  if (missed.length === 0) return false;
  const told = missed.map(({ id, verdict }) => (verdict === undefined ? id : `${id} (${verdict})`));
  const were = missed.length === 1 ? 'was' : 'were';
  printErrorLine(
    surroundings,
    `! ${missed.length} of ${formatCount(ids.length, 'obligation')} that ${at} names ${were} not judged: ${told.join(', ')}`,
  );
  return true;
}
