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

/** What keeps the parts of an address. */
interface AddressKeeper {
  readonly names: AllowedNames;
  readonly marks: MarkGenerator;
  /** Hosts that the target names. */
  readonly hosts: ReadonlySet<string>;
  /** The value of a parameter; `undefined` where it is not kept. */
  readonly value: (name: string, value: string) => string | undefined;
}

/** An address, segment by segment and parameter by parameter; forms that are valid there stand for the rest. */
export function keptAddress(address: string, keeper: AddressKeeper): string {
  const { scheme, userinfo, host, rest } = partsOfAddress(address);
  const [, path = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) ?? [];
  const hidden = (text: string): string => redactedFormForUrl(text, { mark: keeper.marks.of(text) });
  // Of a database, the name tells as much as the password.
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

/** As many as an address that is meant as one has. */
const mostSegments = 100;

/** The first of many as they are kept, and how many more there are. */
function listed(all: readonly string[], most: number, keep: (each: string) => string): string[] {
  const more = all.length - most;
  return [...all.slice(0, most).map(keep), ...(more > 0 ? [`(more,${more})`] : [])];
}

const longestLabel = 24;
const numeric = /^(?:\[[\da-f:.]{2,45}\]|\d{1,3}(?:\.\d{1,3}){3})$/i;

/** A host, with its port: names of machines are made of words; what else stands there may be a key. */
export function keptHost(host: string, { hosts, marks }: Pick<AddressKeeper, 'hosts' | 'marks'>): string {
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(:\d{1,5})?$/.exec(host) ?? [];
  // A final dot changes nothing: the name is then a fully qualified one.
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

/** A segment of a path, with its parameters as in `;jsessionid=…`. */
function keptSegment(written: string, keeper: AddressKeeper): string {
  if (!written.includes(';') && !written.includes('%')) return keeper.names.segment(written, keeper.marks);
  const [segment = '', ...parameters] = written.split(';');
  const plain = decoded(segment);
  const kept = keeper.names.segment(plain, keeper.marks);
  const pairs = listed(parameters, mostSegments, (each) => keptPair(each, keeper));
  return [kept === plain ? segment : kept, ...pairs].join(';');
}

/** As many as a request that is meant as one has. */
const mostPairs = 500;

/** A form as in a query or a body. */
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

/** Forms are valid as they are. */
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

/** Writes a form in place of a part of a value. */
export type Hide = (part: string, options?: FormOptions) => string;

/** What is read in parts is a header, and none is so long. */
const longest = 500;
/** More parts are no header of credentials. */
const mostParts = 8;

const scheme = /^(?:Bearer|Basic|Token|JWT|Digest)$/i;

/** The scheme of credentials, and forms in place of all else; a word for nothing says nothing. */
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

/** More numbers than those of a limit may be the pieces of one. */
const mostNumbers = 4;

/** Directives whose value is a number (RFC 9110, 9111, 5861, 7240, and limits): behind any other a number may be a secret. */
const counting =
  /^(?:max-age|s-maxage|max-stale|min-fresh|stale-while-revalidate|stale-if-error|q|timeout|max|wait|limit|remaining|reset|w)$/i;

/** A media type, or directives: words, and numbers that a word names, as in `max-age=600`. */
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

/** Products with their versions, as in `axios/1.7.2`; of what is said of them, words and short versions. */
export function keptProducts(value: string, hide: Hide): string {
  if (value.length > longest) return hide(value);
  return value.replace(/[^\s,;()]+/g, (token) => {
    const [, name] = product.exec(token) ?? [];
    const isShort = /^\d{1,2}(?:[._]\d{1,2}){1,2}$/.test(token);
    const isKnown = consistsOfKnownWords(name ?? token) || isToolProduct(name ?? token);
    return isShort || isKnown ? token : hide(token);
  });
}

/** An id of digits and a network: more digits than a participant has may be those of a person. */
export function keptParty(value: string, hide: Hide): string {
  const [, digits, network] = /^(\d+)@(\S+)$/.exec(value) ?? [];
  if (digits === undefined || network === undefined) return hide(value);
  const id = digits === constants.payerNumber ? digits : hide(digits);
  return `${id}@${consistsOfKnownWords(network) ? network : hide(network)}`;
}

/** Addresses of machines, one after the other, as proxies write them: each has a mark, whatever port stands behind it. */
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

/** Returns a documented text as it is, and of any other text the plain words, with forms in place of the rest. */
export function keptSentence(text: string, secrets: SecretRedactor): string {
  return isDocumentedText(text) ? text : hideAllButPlainWords(withoutSecrets(text, secrets), hideWord);
}

/** Returns a message about a connection: plain words, codes, and hosts and paths as {@link keptAddress} keeps them. */
export function keptNews(text: string, keeper: AddressKeeper, secrets: SecretRedactor): string {
  return hideAllButPlainWords(withoutSecrets(text, secrets), (part) => keptPiece(part, keeper));
}

const withoutSecrets = (text: string, secrets: SecretRedactor): string =>
  secrets.text(text.slice(0, longestSentence)) + text.slice(longestSentence);

const code = /^(?:E|ERR_|HPE_|UND_)[A-Z_]{3,40}$/;
/** A part of such news that is no plain word: a code, a host, a path, words with a slash between them. */
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
