import { constants } from '../contract/constants';
import { isWordForNothing } from './allowed-values';
import { isWords } from './allowed-names';
import type { FormOptions } from './kept-form';

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
  if (isWordForNothing(value) || (isWordForNothing(behind) && scheme.test(value.split(/\s/)[0] ?? '')))
    return value;
  const parts = value.split(/(\s+)/, 2 * mostParts + 1);
  if (parts.length > 2 * mostParts) return hide(value);
  return parts
    .map((part) => (part.trim() === '' ? part.slice(0, 2) : scheme.test(part) ? part : hide(part)))
    .join('');
}

const charset = /^(?:utf-?(?:8|16)|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i;
const joined = (token: string): boolean =>
  token.split(/[/+*]+/).every((part) => part === '' || isWords(part));

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
    return isShort || isWords(name ?? token) ? token : hide(token);
  });
}

/** An id of digits and a network: more digits than a participant has may be those of a person. */
export function keptParty(value: string, hide: Hide): string {
  const [, digits, network] = /^(\d+)@(\S+)$/.exec(value) ?? [];
  if (digits === undefined || network === undefined) return hide(value);
  const id = digits === constants.payerNumber ? digits : hide(digits);
  return `${id}@${isWords(network) ? network : hide(network)}`;
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
