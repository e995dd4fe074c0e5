import { partsOfAddress } from '../address';
import { replaceEach } from '../replace-each';
import type { Reader } from './reader';

/** An address without what may be secret: userinfo, segments and parameters of its path, its query, its fragment. */
export function hideAddress(address: string, reader: Reader): string {
  const { scheme, userinfo, host, rest } = partsOfAddress(address);
  const [, path = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) ?? [];
  return [
    scheme,
    ...(userinfo === undefined ? [] : [reader.standIn(userinfo), '@']),
    host,
    replaceEach(path, /[^/]+/g, ([segment]) => hideSegment(segment, reader)),
    ...(query === undefined ? [] : ['?', hideForm(query, reader)]),
    ...(fragment === undefined ? [] : ['#', hideForm(fragment, reader)]),
  ].join('');
}

/** A form as in a query or a body: names and values, with what stands for itself. */
export function hideForm(form: string, reader: Reader): string {
  return replaceEach(form, /[^&]+/g, ([pair]) => hidePair(pair, reader));
}

/** A segment of a path, with its parameters as in `;jsessionid=…`. */
function hideSegment(segment: string, reader: Reader): string {
  return replaceEach(segment, /[^;]+/g, ([part]) => hidePair(part, reader));
}

function hidePair(pair: string, reader: Reader): string {
  const at = pair.indexOf('=');
  if (at < 0) return hideWritten(pair, (text) => reader.text(text));
  const name = decoded(pair.slice(0, at));
  const shownName = hideWritten(pair.slice(0, at), (text) => reader.name(text));
  return `${shownName}=${hideWritten(pair.slice(at + 1), (text) => reader.value(name, text))}`;
}

/** What nothing has to be hidden in stays as it was written. */
function hideWritten(written: string, hide: (text: string) => string): string {
  const plain = decoded(written);
  const shown = hide(plain);
  return shown === plain ? written : encodeURIComponent(shown);
}

function decoded(written: string): string {
  const spaced = written.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
