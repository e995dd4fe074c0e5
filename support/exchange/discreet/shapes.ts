import { isCommonText, isMemberName } from '../../contract/documented-words';
import { commonPairs, technicalWords } from '../../contract/harmless';

/** What is as short as that tells of nothing. */
const tellsNothing = 3;
const longestWord = 24;

/** What is longer is no name, of whatever words. */
const longestRun = 1000;

/** Of the pairs of letters in a word, as many are common ones. */
const commonShare = 0.8;

/** The code of an error, as in `SVC-9999`. */
const errorCode = /^[A-Z]{2,8}[-_]\d{3,4}:?$/;

/** A version or an address of a machine. */
const dotted = /^[vV]?\d{1,3}(?:\.\d{1,3}){1,3}$/;
const halfDotted = /^\d{1,2}\.\d{1,2}$/;

/** Whether a run of characters without blanks is known to be harmless: words, small numbers, versions, codes of errors. */
export function isHarmless(run: string): boolean {
  if (run.length <= tellsNothing) return true;
  if (run.length > longestRun) return false;
  if (errorCode.test(run)) return true;
  if (dotted.test(run)) return run.split('.').length > 2 || /^[vV]/.test(run) || halfDotted.test(run);
  if (isDocumented(run)) return true;
  // No word begins like that: what is long and JSON need not be taken apart.
  if (/^[[{"]/.test(run)) return false;
  const parts = run.split(/[-_.+]+/).filter((part) => part !== '');
  const numbers = parts.filter((part) => /\d/.test(part)).length;
  // Numbers with something between them are a longer number.
  return (
    numbers <= 1 &&
    (numbers < parts.length || parts.length === 1) &&
    parts.every((part) => isPart(part, parts.length === 1))
  );
}

/** A UUID or an instant is common, and no less a secret for that. */
function isDocumented(run: string): boolean {
  return isMemberName(run) || (isCommonText(run) && !/^[{(]?[\da-f-]{32,}[)}]?$|^\d/i.test(run));
}

function isPart(part: string, alone: boolean): boolean {
  if (/^\p{L}+$/u.test(part)) return isCompound(part, alone);
  return /^\d{1,3}$|^[A-Za-z]{1,2}\d{1,3}$/.test(part) || technicalWords.has(part.toLowerCase());
}

/** `CoverageEligibilityRequest` is three words; letters that change their case at random are many. */
function isCompound(part: string, alone: boolean): boolean {
  if (technicalWords.has(part.toLowerCase())) return true;
  const humps = part.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}/gu) ?? [];
  return (
    humps.length <= 1 + part.length / 4 && humps.every((hump) => isWord(hump, alone && humps.length === 1))
  );
}

/** @param alone nothing stands beside it: a few letters are one whatever they are */
function isWord(word: string, alone: boolean): boolean {
  const lower = word.toLowerCase();
  if (word.length <= (alone ? tellsNothing + 1 : 1) || technicalWords.has(lower)) return true;
  if (word.length > longestWord) return false;
  // Nothing makes secrets of the letters of other scripts.
  if (!/^[a-z]+$/.test(lower)) return true;
  if (word.length > tellsNothing && !/[aeiouy]/.test(lower)) return false;
  let common = 0;
  for (let at = 1; at < lower.length; at += 1) if (commonPairs.has(lower.slice(at - 1, at + 1))) common += 1;
  return common >= commonShare * (lower.length - 1);
}
