import { isStated } from '../contract/documented-words';
import type { AddressKeeper } from './kept-address';
import { keptAddress, keptHost } from './kept-address';
import { formOf } from './kept-form';
import { isHarmless, plainText } from './plain-words';
import type { Secrets } from './secrets';

/** Of a sentence only the beginning is shown: secrets are sought in so much of it. */
const longestSentence = 2000;

/** What the document says of a code is how it ends. */
const hideWord = (word: string): string =>
  /.-9999$/s.test(word) ? `${formOf(word.slice(0, -5))}-9999` : formOf(word);

/** The plain words of a text, and forms in place of all else; what the document states is kept. */
export function keptSentence(text: string, secrets: Secrets): string {
  return isStated(text) ? text : plainText(withoutSecrets(text, secrets), hideWord);
}

/** News of a connection: words, codes, and hosts and paths as they are kept elsewhere. */
export function keptNews(text: string, keeper: AddressKeeper, secrets: Secrets): string {
  return plainText(withoutSecrets(text, secrets), (part) => keptPiece(part, keeper));
}

const withoutSecrets = (text: string, secrets: Secrets): string =>
  secrets.text(text.slice(0, longestSentence)) + text.slice(longestSentence);

const code = /^(?:E|ERR_|HPE_|UND_)[A-Z_]{3,40}$/;
/** A part of such news that is no plain word: a code, a host, a path, words with a slash between them. */
function keptPiece(part: string, keeper: AddressKeeper): string {
  const [, core = ''] = /^[("'[]*(?:(?:DNS|IP|Host|Address|URI):)?(.*?)[)"'\].,;:]*$/s.exec(part) ?? [];
  const isTold =
    code.test(core) ||
    (core.length <= longestNews &&
      (isPlainHost(core, keeper) || isPlainPath(core, keeper) || areWords(core)));
  return isTold ? part : formOf(part);
}

const longestNews = 200;
const isPlainPath = (text: string, keeper: AddressKeeper): boolean =>
  text.startsWith('/') && keptAddress(text, keeper) === text;
const isPlainHost = (text: string, keeper: AddressKeeper): boolean =>
  /[.:]/.test(text) && keptHost(text, keeper) === text;
const areWords = (text: string): boolean =>
  /[/'’]/.test(text) &&
  text.split(/[/'’]/).every((word) => /^(?:IP|s|[A-Za-z]{4,})$/.test(word) && isHarmless(word));
