import { partsOfAddress } from './address';
import type { AllowedNames } from './allowed-names';
import { addressForm, isKept } from './kept-form';
import type { Marks } from './kept-form';
import { isHarmless } from './plain-words';

/** What keeps the parts of an address. */
export interface AddressKeeper {
  readonly names: AllowedNames;
  readonly marks: Marks;
  /** Hosts that the target names. */
  readonly hosts: ReadonlySet<string>;
  /** The value of a parameter; `undefined` where it is not kept. */
  readonly value: (name: string, value: string) => string | undefined;
}

/** An address, segment by segment and parameter by parameter; forms that are valid there stand for the rest. */
export function keptAddress(address: string, keeper: AddressKeeper): string {
  const { scheme, userinfo, host, rest } = partsOfAddress(address);
  const [, path = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) ?? [];
  const hidden = (text: string): string => addressForm(text, { mark: keeper.marks.of(text) });
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
  if (host === '' || hosts.has(host.toLowerCase()) || hosts.has(name.toLowerCase())) return host;
  if (name === '') return addressForm(host, { kind: 'name', mark: marks.of(host) });
  if (numeric.test(name)) return host;
  const labels = name.split('.');
  const isPlain = (label: string): boolean =>
    label.length <= longestLabel && /^[\w-]+$/.test(label) && isHarmless(label);
  if (labels.length <= 8 && labels.every(isPlain)) return host;
  return addressForm(name, { kind: 'name', mark: marks.of(name) }) + port;
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
  const isAllowed = isKept(name) && names.member(name) === name;
  const keptName =
    name === '' ? '' : isAllowed ? encoded(name) : addressForm(name, { kind: 'name', mark: marks.of(name) });
  if (at < 0) return keptName;
  const plain = decoded(pair.slice(at + 1));
  if (plain.trim() === '') return `${keptName}=${pair.slice(at + 1, at + 4)}`;
  const kept = isAllowed ? value(name, plain) : undefined;
  return `${keptName}=${kept === undefined ? addressForm(plain, { mark: marks.of(plain) }) : encoded(kept)}`;
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
