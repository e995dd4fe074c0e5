import { constants } from '../contract/constants';
import { isDocumentedText } from '../contract/documented-words';
import { isToolProduct } from '../contract/http-tools';
import { partsOfAddress } from './address';
import type { AllowedNames } from './allowed-names';
import { consistsOfKnownWords } from './allowed-names';
import { isStringifiedLiteral } from './allowed-values';
import type { FormOptions, MarkGenerator } from './kept-form';
import { redactedFormForUrl, redactedFormOf, isUnredacted } from './kept-form';
import { isHarmless, hideAllButPlainWords } from './plain-words';
import type { SecretRedactor } from './secret-redactor';

/** Settings and functions that redact the parts of an address. */
interface AddressKeeper {
  readonly names: AllowedNames;
  readonly marks: MarkGenerator;
  /** Hosts that the target or the suite defines, in lowercase. They are not redacted. */
  readonly hosts: ReadonlySet<string>;
  /** Returns the value of a parameter; `undefined` if the recording must not contain the value. */
  readonly value: (name: string, value: string) => string | undefined;
}

/** Redacts each segment and parameter of an address by itself. The forms that replace them are valid in an address. */
export function keptAddress(address: string, keeper: AddressKeeper): string {
  const { scheme, userinfo, host, rest } = partsOfAddress(address);
  const [, path = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) ?? [];
  const hidden = (text: string): string => redactedFormForUrl(text, { mark: keeper.marks.of(text) });
  // Hide addresses with other schemes completely: in the URL of a database, the name may be as secret as the password.
  if (!/^(?:(?:https?:)?\/\/)?$/i.test(scheme)) return hidden(address);
  return [
    scheme,
    ...(userinfo === undefined ? [] : [userinfo === '' ? '' : hidden(userinfo), '@']),
    keptHost(host, keeper),
    listed(path.split('/'), mostSegments, (segment) => keptSegment(segment, keeper)).join('/'),
    ...(query === undefined ? [] : ['?', keptForm(query, keeper)]),
    ...(fragment === undefined ? [] : ['#', fragment === '' ? '' : hidden(fragment)]),
  ].join('');
}

/** Maximum number of segments, or of parameters of one segment, that are recorded. Genuine addresses have fewer. */
const mostSegments = 100;

/** Returns the first `most` elements in redacted form, and a text with the number of further elements. */
function listed(all: readonly string[], most: number, keep: (each: string) => string): string[] {
  const more = all.length - most;
  return [...all.slice(0, most).map(keep), ...(more > 0 ? [`(more,${more})`] : [])];
}

const longestLabel = 24;
const numeric = /^(?:\[[\da-f:.]{2,45}\]|\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Redacts a host, and keeps its port. Names of hosts consist of words; any other name may be a key. */
export function keptHost(host: string, { hosts, marks }: Pick<AddressKeeper, 'hosts' | 'marks'>): string {
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(:\d{1,5})?$/.exec(host) ?? [];
  // A final dot marks a fully qualified name, which means the same host.
  const bare = name.replace(/\.$/, '');
  if (host === '' || hosts.has(host.toLowerCase()) || hosts.has(bare.toLowerCase())) return host;
  if (name === '') return redactedFormForUrl(host, { kind: 'name', mark: marks.of(host) });
  if (numeric.test(name)) return host;
  const labels = bare.split('.');
  const isPlain = (label: string): boolean =>
    label.length <= longestLabel && /^[\w-]+$/.test(label) && isHarmless(label);
  if (labels.length <= 8 && labels.every(isPlain)) return host;
  return redactedFormForUrl(name, { kind: 'name', mark: marks.of(name) }) + port;
}

/** Redacts a segment of a path and its parameters, such as `;jsessionid=…`. */
function keptSegment(written: string, keeper: AddressKeeper): string {
  if (!written.includes(';') && !written.includes('%')) return keeper.names.segment(written, keeper.marks);
  const [segment = '', ...parameters] = written.split(';');
  const plain = decoded(segment);
  const kept = keeper.names.segment(plain, keeper.marks);
  const pairs = listed(parameters, mostSegments, (each) => keptPair(each, keeper));
  return [kept === plain ? segment : kept, ...pairs].join(';');
}

/** Maximum number of form parameters that are recorded. Genuine requests have fewer. */
const mostPairs = 500;

/** Redacts a URL-encoded form, such as a query or a body. */
export function keptForm(form: string, keeper: AddressKeeper): string {
  return listed(form.split('&'), mostPairs, (pair) => keptPair(pair, keeper)).join('&');
}

function keptPair(pair: string, { names, marks, value }: AddressKeeper): string {
  const at = pair.indexOf('=');
  const name = decoded(at < 0 ? pair : pair.slice(0, at));
  const isAllowed = isUnredacted(name) && names.member(name) === name;
  const keptName =
    name === ''
      ? ''
      : isAllowed
        ? encoded(name)
        : redactedFormForUrl(name, { kind: 'name', mark: marks.of(name) });
  if (at < 0) return keptName;
  const plain = decoded(pair.slice(at + 1));
  if (plain.trim() === '') return `${keptName}=${pair.slice(at + 1, at + 4)}`;
  const kept = isAllowed ? value(name, plain) : undefined;
  return `${keptName}=${kept === undefined ? redactedFormForUrl(plain, { mark: marks.of(plain) }) : encoded(kept)}`;
}

/** Percent-encodes a text, but leaves `,`, `:`, `@` and `/` readable, and writes each blank as `+`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/%(?:20|2C|3A|40|2F)/g, (each) =>
    each === '%20' ? '+' : decodeURIComponent(each),
  );

function decoded(written: string): string {
  const spaced = written.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Returns the form that replaces a part of a value. */
export type Hide = (part: string, options?: FormOptions) => string;

/** Maximum length, in characters, of a header value that is redacted in parts. A longer value is hidden as a whole. */
const longest = 500;
/** Maximum number of parts in credentials or in a list of addresses. Genuine headers have fewer. */
const mostParts = 8;

const scheme = /^(?:Bearer|Basic|Token|JWT|Digest)$/i;

/** Redacts credentials except for their scheme. Keeps a literal such as `null`, because it reveals nothing. */
export function keptCredentials(value: string, hide: Hide): string {
  const [, behind = ''] = /^\w+\s+(.*)$/s.exec(value) ?? [];
  if (
    isStringifiedLiteral(value) ||
    (isStringifiedLiteral(behind) && scheme.test(value.split(/\s/)[0] ?? ''))
  )
    return value;
  const parts = value.split(/(\s+)/, 2 * mostParts + 1);
  if (parts.length > 2 * mostParts) return hide(value);
  return parts
    .map((part) => (part.trim() === '' ? part.slice(0, 2) : scheme.test(part) ? part : hide(part)))
    .join('');
}

const charset = /^(?:utf-?(?:8|16)|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i;
const joined = (token: string): boolean =>
  token.split(/[/+*]+/).every((part) => part === '' || consistsOfKnownWords(part));

/** Maximum number of numbers in directives. More numbers could be the pieces of one secret number. */
const mostNumbers = 4;

/**
 * Matches directives with a number as their value (RFC 9110, 9111, 5861, 7240, and rate limits). After any other name,
 * a number may be a secret.
 */
const counting =
  /^(?:max-age|s-maxage|max-stale|min-fresh|stale-while-revalidate|stale-if-error|q|timeout|max|wait|limit|remaining|reset|w)$/i;

/** Redacts a media type or directives. Keeps known words, charsets and named numbers, as in `max-age=600`. */
export function keptDirectives(value: string, hide: Hide): string {
  if (value.length > longest) return hide(value);
  let numbers = 0;
  const isNumber = (token: string, before: string): boolean => {
    const [, name = ''] = /([A-Za-z-]+)="?$/.exec(before) ?? [];
    return /^\d{1,7}(?:\.\d{1,3})?$/.test(token) && counting.test(name) && (numbers += 1) <= mostNumbers;
  };
  return value.replace(/[^\s,;="]+/g, (token, at: number) =>
    charset.test(token) || joined(token) || isNumber(token, value.slice(0, at)) ? token : hide(token),
  );
}

const product = /^([A-Za-z][\w.+-]{0,40})\/v?\d{1,4}(?:\.\d{1,5}){0,3}$/;

/** Redacts a list of products, such as `axios/1.7.2`. Keeps known products, known words and short versions. */
export function keptProducts(value: string, hide: Hide): string {
  if (value.length > longest) return hide(value);
  return value.replace(/[^\s,;()]+/g, (token) => {
    const [, name] = product.exec(token) ?? [];
    const isShort = /^\d{1,2}(?:[._]\d{1,2}){1,2}$/.test(token);
    const isKnown = consistsOfKnownWords(name ?? token) || isToolProduct(name ?? token);
    return isShort || isKnown ? token : hide(token);
  });
}

/** The most parts of a malformed participant id that are redacted separately. */
const mostPartyParts = 9;

/**
 * Redacts a participant id of digits, `@` and a network. Keeps only the documented digits: others may identify a person.
 * If the id is malformed, keeps its `@` signs and blanks, so that a rule can name the mistake.
 */
export function keptParty(value: string, hide: Hide): string {
  const parts = value.split(/(@|\s+)/);
  const isReadable = value.includes('@') || /^\d+\s/.test(value);
  if (!isReadable || parts.length > mostPartyParts) return hide(value);
  return parts.map((part) => keptPartOfParty(part, hide)).join('');
}

function keptPartOfParty(part: string, hide: Hide): string {
  if (part === '' || part === '@' || part === constants.payerNumber) return part;
  if (/^\s+$/.test(part)) return ' ';
  return consistsOfKnownWords(part) ? part : hide(part);
}

/** Redacts a comma-separated list of addresses, as proxies write it. The mark of an address ignores its port. */
export function keptAddresses(value: string, hide: Hide): string {
  const all = value.split(',');
  const bareAddress = (each: string): string =>
    each
      .trim()
      .replace(/^([\d.]+):\d+$/, '$1')
      .replace(/^\[(.*)\](:\d+)?$/, '$1');
  const kept = all.slice(0, mostParts).map((each) => (each.trim() === '' ? '' : hide(bareAddress(each))));
  const rest = all.slice(mostParts).join(',');
  return [...kept, ...(rest === '' ? [] : [hide(rest)])].join(', ');
}

/** Secrets are searched for in this many characters of a sentence, because a report shows only its beginning. */
const longestSentence = 2000;

/** Keeps the ending of an error code, because the document defines only the ending. */
const hideWord = (word: string): string =>
  /.-9999$/s.test(word) ? `${redactedFormOf(word.slice(0, -5))}-9999` : redactedFormOf(word);

/** Returns a documented text unchanged. In any other text, keeps the plain words and replaces the rest by forms. */
export function keptSentence(text: string, secrets: SecretRedactor): string {
  return isDocumentedText(text) ? text : hideAllButPlainWords(withoutSecrets(text, secrets), hideWord);
}

/** Redacts a message about a connection. Keeps plain words, codes, and hosts and paths that an address may contain. */
export function keptNews(text: string, keeper: AddressKeeper, secrets: SecretRedactor): string {
  return hideAllButPlainWords(withoutSecrets(text, secrets), (part) => keptPiece(part, keeper));
}

const withoutSecrets = (text: string, secrets: SecretRedactor): string =>
  secrets.text(text.slice(0, longestSentence)) + text.slice(longestSentence);

/** An error code of Node. Four letters, such as EUOE, may be a piece of a secret that is written in groups. */
const code = /^(?:E[A-Z_]{4,40}|(?:ERR_|HPE_|UND_)[A-Z_]{3,40})$/;
/** Redacts a part of a message, unless it is a code, a host, a path, or words joined by slashes or apostrophes. */
function keptPiece(part: string, keeper: AddressKeeper): string {
  const [, core = ''] = /^[("'[]*(?:(?:DNS|IP|Host|Address|URI):)?(.*?)[)"'\].,;:]*$/s.exec(part) ?? [];
  const isTold =
    code.test(core) ||
    (core.length <= longestNews &&
      (isPlainHost(core, keeper) || isPlainPath(core, keeper) || areWords(core)));
  return isTold ? part : redactedFormOf(part);
}

const longestNews = 200;
const isPlainPath = (text: string, keeper: AddressKeeper): boolean =>
  text.startsWith('/') && keptAddress(text, keeper) === text;
const isPlainHost = (text: string, keeper: AddressKeeper): boolean =>
  /[.:]/.test(text) && keptHost(text, keeper) === text;
const areWords = (text: string): boolean =>
  /[/'’]/.test(text) &&
  text.split(/[/'’]/).every((word) => /^(?:IP|s|[A-Za-z]{4,})$/.test(word) && isHarmless(word));
