import { isCommonText, isDocumentedMemberName } from '../contract/documented-words';
import { neutralWords } from '../contract/names';
import { commonPairs, technicalWords } from '../contract/harmless';

/** A run of at most this many characters is too short to reveal a secret. */
const tellsNothing = 3;
const longestWord = 24;

/** A longer run is hidden, even if it consists of known words. */
const longestRun = 1000;

/** Minimum share of the letter pairs in a word that must be common in words. */
const commonShare = 0.8;
/** A key that happens to contain letters only can look like a long word, so a long word needs more common pairs. */
const longFrom = 17;
const commonShareIfLong = 0.95;

/** An error code such as `SVC-9999`. */
const errorCode = /^(?!OTP|PIN|PWD|MPIN)[A-Z]{2,8}[-_]\d{3,4}:?$/;

/** A version or an IPv4 address. */
const dotted = /^[vV]?\d{1,3}(?:\.\d{1,3}){1,3}$/;
const halfDotted = /^\d{1,2}\.\d{1,2}$/;

/** Returns whether a run of characters without blanks is harmless: words, small numbers, versions or error codes. */
export function isHarmless(run: string): boolean {
  if (run.length <= tellsNothing) return true;
  if (run.length > longestRun) return false;
  if (errorCode.test(run)) return true;
  if (dotted.test(run)) return run.split('.').length > 2 || /^[vV]/.test(run) || halfDotted.test(run);
  if (isDocumented(run) || neutralWords.has(run.toLowerCase())) return true;
  // No word begins with a bracket or a quotation mark, and splitting a long JSON text would be slow.
  if (/^[[{"]/.test(run)) return false;
  const parts = run.split(/[-_.+]+/).filter((part) => part !== '');
  const numbers = parts.filter((part) => /\d/.test(part)).length;
  // Several numbers with separators between them may be one longer number.
  return (
    numbers <= 1 &&
    (numbers < parts.length || parts.length === 1) &&
    parts.every((part) => isPart(part, parts.length === 1))
  );
}

/** Excludes UUIDs and times: {@link isCommonText} accepts them, but they can be secrets. */
function isDocumented(run: string): boolean {
  return isDocumentedMemberName(run) || (isCommonText(run) && !/^[{(]?[\da-f-]{32,}[)}]?$|^\d/i.test(run));
}

function isPart(part: string, alone: boolean): boolean {
  if (/^\p{L}+$/u.test(part)) return isCompound(part, alone);
  return /^\d{1,3}$|^[A-Za-z]{1,2}\d{1,3}$/.test(part) || technicalWords.has(part.toLowerCase());
}

/**
 * Returns whether a run of letters consists of words, as `CoverageEligibilityRequest` does. In a random text, the case
 * changes too often.
 */
function isCompound(part: string, alone: boolean): boolean {
  if (technicalWords.has(part.toLowerCase())) return true;
  const humps = part.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}/gu) ?? [];
  // Base64 that happens to contain only letters has short humps and many capitals. Names have one or two acronyms.
  const inWords = humps.filter((hump) => hump.length > tellsNothing).join('').length;
  const acronyms = humps.filter((hump) => hump.length > 1 && hump === hump.toUpperCase()).length;
  if (humps.length > 2 && (2 * inWords < part.length || acronyms > 2)) return false;
  return (
    humps.length <= 1 + part.length / 4 && humps.every((hump) => isWord(hump, alone && humps.length === 1))
  );
}

/** Returns whether letters form a word. If the run consists only of them, up to four letters always count as a word. */
function isWord(word: string, alone: boolean): boolean {
  const lower = word.toLowerCase();
  if (word.length <= (alone ? tellsNothing + 1 : 1) || technicalWords.has(lower)) return true;
  if (word.length > longestWord) return false;
  // Secrets are not made of the letters of other scripts, so only the Latin letters are checked.
  const latin = lower.replace(/[^a-z]/g, '');
  if (latin === '') return true;
  if (word.length > tellsNothing && latin.length === lower.length && !/[aeiouy]/.test(latin)) return false;
  let common = 0;
  for (let at = 1; at < latin.length; at += 1) if (commonPairs.has(latin.slice(at - 1, at + 1))) common += 1;
  const share = word.length >= longFrom ? commonShareIfLong : commonShare;
  return common >= share * (latin.length - 1);
}

/** Maximum length of an error text, in characters. The rest of a longer text is hidden. */
const longestText = 200;

/** Splits off the brackets, quotation marks and punctuation around a word. */
const around = /^([("'[{]*)(.*?)([)"'\]}.,;:!?]*)$/s;

/** A longer run of blanks is cut to this many characters. Two already show that more than one blank was written. */
const longestGap = 2;

/**
 * Returns the text of an error with only its plain words. `hide` replaces every word that is not plain, every short
 * piece beside a replaced word, and every number beside another number, because a secret may be written in pieces.
 * Keeps up to two blanks between words, so that a sentence with other blanks than the documented one differs from it.
 */
export function hideAllButPlainWords(text: string, hide: (text: string) => string): string {
  const shown = text.slice(0, longestText);
  const runs = shown.split(/\s+/);
  const gaps = shown.match(/\s+/g) ?? [];
  const hidden = piecesHidden(runs.map((run) => around.exec(run)?.[2] ?? run));
  const kept = runs
    .map(
      (run, index) => (hidden[index] === true ? hide(run) : run) + (gaps[index] ?? '').slice(0, longestGap),
    )
    .join('');
  return text.length > longestText ? `${kept}… ${hide(text.slice(longestText))}` : kept;
}

/**
 * Returns for each word whether it must be hidden: because it is not harmless, or because it is a piece beside a hidden
 * word or another piece.
 */
function piecesHidden(cores: readonly string[]): boolean[] {
  const hidden = cores.map((core) => !isHarmless(core));
  const isPiece = cores.map(isPieceOfMore);
  const hideBeside = (at: number, beside: number): void => {
    if (isPiece[at] === true && (hidden[beside] === true || isPiece[beside] === true)) hidden[at] = true;
  };
  for (let at = 1; at < cores.length; at += 1) hideBeside(at, at - 1);
  for (let at = cores.length - 2; at >= 0; at -= 1) hideBeside(at, at + 1);
  return hidden;
}

/** Returns whether a harmless word may be a piece of a secret: a number, or a few letters that are not a known word. */
function isPieceOfMore(core: string): boolean {
  const lower = core.toLowerCase();
  if (neutralWords.has(lower)) return false;
  if (/\d/.test(core)) return true;
  if (core === '' || core.length > tellsNothing + 1) return false;
  return !technicalWords.has(lower) && !shortWords.has(lower);
}

const shortWords: ReadonlySet<string> = new Set(
  `a also am an and any are as at back be been bit both but by can cant case copy did do does done dont down each else even ever few for
  from get gets give go goes gone got had has have he help her here him his how i if in into is it its just keep know last least
  left less let lies like look lost made make many may me more most much must my near need new nor not now of off ok old on one only or
  our out over own per put ran read run said same say see seen sees sent set she so some soon stop such sure take than that the them then
  they this thus till to told too took try two up upon us use uses very via want was way we well went were what when who why will wish with
  word work yes yet you your`.split(/\s+/),
);
