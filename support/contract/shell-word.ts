/** Matches words that every usual shell reads as they are. */
const plainWord = /^[\w./:+,-](?:[\w./:@=+,-]|(?<!=)~)*$/;

/** Matches words, such as paths of Windows, that the shells of Windows and of POSIX read alike in double quotes. */
const quotedAlike = /^(?:[\w ./:@=+,~-]|\\(?=[\w ./:@=+,~-]))+$/;

/** Returns a word of a command line for the user's shell, with quotes if the shell would otherwise change it. */
export function shellWord(word: string): string {
  if (plainWord.test(word)) return word;
  return quotedAlike.test(word) ? `"${word}"` : quoteForShell(word);
}

/**
 * Quotes any text for a POSIX shell, so that the shell reads exactly this text. Readers of .env files understand the
 * result as well, unless the text contains both a single quote and one of the characters `" $ \` \ !`.
 */
export function quoteForShell(text: string): string {
  if (text.includes("'") && !/["$`\\!]/.test(text)) return `"${text}"`;
  return `'${inSingleQuotes(text)}'`;
}

/** Returns a text as a POSIX shell needs it between single quotes. */
export const inSingleQuotes = (text: string): string => text.replaceAll("'", String.raw`'\''`);
