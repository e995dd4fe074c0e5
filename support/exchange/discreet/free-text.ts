import { secretKinds } from '../../contract/secrets';
import { replaceEach } from '../replace-each';
import { hideAddress } from './address';
import type { Reader } from './reader';
import { isHarmless } from '../plain-words';

const name = String.raw`[\w.$-]{1,64}`;

/** `credentials: the token has expired` names no value. */
const sentence = String.raw`(?!(?:an?|are|cannot|expired|has|have|invalid|is|missing|must|no|not|required|the|unknown|was|wrong)\b)`;

/** What names its value or shows what it is, most telling first. */
const named: readonly string[] = [
  // What stands for a secret already.
  String.raw`\[(?:${secretKinds.join('|')})(?:-\d{1,7})?\]`,
  String.raw`-----BEGIN (?:RSA )?(?:PUBLIC KEY|CERTIFICATE)-----\s*M[A-Za-z0-9+/=\s]+-----END [A-Z ]+-----`,
  String.raw`(?<address>[A-Za-z][A-Za-z\d+.-]{1,10}:\/\/[^\s"'<>\\]+)`,
  String.raw`(?<quotedName>(["'])${name}\k<quote>\s*[:=]\s*)`.replace('(["\'])', '(?<quote>["\'])') +
    String.raw`(?<quotedValue>"[^"\\]*(?:\\.[^"\\]*)*|'[^'\\]*(?:\\.[^'\\]*)*)`,
  String.raw`(?<tag><(?:[\w.-]{1,64}:)?(?<element>[\w.-]{1,64}))(?<attributes>\s[^<>]*)?>(?<content><!\[CDATA\[[^\]]*|[^<]*)(?=<\/|\]\]>)`,
  String.raw`^(?<field>${name}:[ \t]+)${sentence}(?<line>[^\r\n]*)`,
  String.raw`(?<assigned>${name}\s?[=:]\s?)${sentence}(?<assignedValue>"[^"]*|'[^']*|[^\s&;,"'<>]+)`,
  String.raw`(?<scheme>\b(?:Bearer|Basic)\s+)(?![\w-]+=["'\w])(?<credentials>[^\s"'<>,]+)`,
];

/** Dates and times. */
const dates: readonly string[] = [
  String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)?\s?(?:Z\b|[+-]\d{2}:?\d{2}\b)?(?![\w-])`,
  String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.]\d{4}\b|\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\b|\b\d{1,2} [A-Z][a-z]{2,8} \d{4}\b`,
];

const run = String.raw`[^\s"'<>(){}[\],;=&?#|!*^\x60\\:@]+`;

const anyPiece = [...named, ...dates, run].join('|');

/** Where the next piece stands. It has no names: a text may have a million pieces, and few need them. */
const piece = new RegExp(
  anyPiece
    .replace(/\(\?<quote>/, '(')
    .replace(/\(\?<\w+>/g, '(?:')
    .replace(String.raw`\k<quote>`, String.raw`\1`),
  'gm',
);
const namedHere = new RegExp(named.join('|'), 'my');
const isRun = new RegExp(`^${run}$`);
const isDate = new RegExp(`^(?:${dates.join('|')})$`);

/** A run as short as that tells of nothing. */
const tellsNothing = 3;

type Groups = Readonly<Partial<Record<string, string>>>;

/** A text of any kind without what may be secret: pairs of names and values, elements, addresses, and runs of characters. */
export function hideInText(text: string, reader: Reader): string {
  return replaceEach(text, piece, ({ 0: all, index }) => {
    if (!isRun.test(all)) return hideNamed(all, namedAt(text, index), reader);
    return all.length <= tellsNothing || isDate.test(all) ? all : hideRun(all, reader);
  });
}

function namedAt(text: string, index: number): Groups {
  namedHere.lastIndex = index;
  return namedHere.exec(text)?.groups ?? {};
}

function hideNamed(all: string, groups: Groups, reader: Reader): string {
  const { address, quotedName, quotedValue = '', tag, field, assigned, assignedValue = '', scheme } = groups;
  if (address !== undefined) return hideAddress(address, reader);
  if (quotedName !== undefined) return quotedName + hideQuoted(quotedName, quotedValue, reader);
  if (tag !== undefined) return hideElement(groups, reader);
  if (field !== undefined) return field + reader.value(field.slice(0, field.indexOf(':')), groups.line ?? '');
  if (assigned !== undefined) return hideName(assigned, reader) + hideQuoted(assigned, assignedValue, reader);
  if (scheme !== undefined) return scheme + hideCredentials(groups.credentials ?? '', reader);
  return all;
}

const hideName = (lead: string, reader: Reader): string =>
  lead.replace(/^[\w.$-]+/, (each) => reader.name(each));

/** The name that a lead names, whatever is around it. */
function hideQuoted(lead: string, written: string, reader: Reader): string {
  const [, named = ''] = /^["']?([\w.$-]+)/.exec(lead) ?? [];
  const [quote = ''] = /^["']/.exec(written) ?? [];
  return quote + reader.value(named, written.slice(quote.length));
}

function hideElement(
  { tag = '', element = '', attributes = '', content = '' }: Groups,
  reader: Reader,
): string {
  const [, cdata = '', inner = ''] = /^(<!\[CDATA\[)?([\s\S]*)$/.exec(content) ?? [];
  return `${tag}${hideInText(attributes, reader)}>${cdata}${reader.value(element, inner)}`;
}

/** `Bearer token` in a sentence is no credential. */
function hideCredentials(credentials: string, reader: Reader): string {
  const isWord = /^[a-z]+$/.test(credentials) && isHarmless(credentials);
  return isWord || credentials.startsWith('[') ? credentials : reader.standIn(credentials);
}

/** Paths are read by their segments; what else has slashes in it is one thing, as Base64. */
function hideRun(run: string, reader: Reader): string {
  const [, lead = '', core = '', tail = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su.exec(run) ?? [];
  if (core === '') return run;
  const parts = core.split('/');
  if (parts.every((part) => isHarmless(part))) return run;
  if (parts.length === 2 && isHarmless(parts[0] ?? '') && /^\d+(?:\.\d+)+$/.test(parts[1] ?? '')) return run;
  const isPath =
    parts.length > 1 && (lead.endsWith('/') || parts.some((part) => part.length > 3 && isHarmless(part)));
  if (!isPath) return lead + reader.standIn(core) + tail;
  return lead + parts.map((part) => (isHarmless(part) ? part : reader.standIn(part))).join('/') + tail;
}
