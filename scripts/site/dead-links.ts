import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { htmlFiles } from './finish';

/** A link that leads nowhere, or out of the site without being meant for people. */
export interface DeadLink {
  readonly file: string;
  readonly link: string;
  readonly why: string;
}

const addresses = /<(a|link|script|img|source|iframe)\b[^>]*? (?:href|src)="([^"]*)"/g;

/** Every link of the pages in a folder is followed, and every anchor is looked for. */
export function deadLinksIn(folder: string): DeadLink[] {
  const ids = new Map<string, ReadonlySet<string>>();
  const idsOf = (file: string): ReadonlySet<string> => {
    const known = ids.get(file) ?? idsIn(readFileSync(join(folder, file), 'utf8'));
    ids.set(file, known);
    return known;
  };
  return htmlFiles(folder).flatMap((file) => {
    const html = readFileSync(join(folder, file), 'utf8');
    return [...html.matchAll(addresses)].flatMap(([, tag = '', link = '']) => {
      const why = whyDead({ folder, file, idsOf }, tag, decoded(link));
      return why === undefined ? [] : [{ file, link, why }];
    });
  });
}

interface From {
  readonly folder: string;
  readonly file: string;
  readonly idsOf: (file: string) => ReadonlySet<string>;
}

function whyDead({ folder, file, idsOf }: From, tag: string, link: string): string | undefined {
  if (/^([a-z]+:|\/\/)/i.test(link))
    return tag === 'a' || link.startsWith('data:') ? undefined : 'it is loaded from elsewhere';
  if (link.startsWith('/')) return 'it works at the root of a host alone';
  const [path = '', anchor = ''] = link.split('#');
  const to = path === '' ? file : posix.join(posix.dirname(file), path);
  if (!existsSync(join(folder, to))) return 'there is no such file';
  if (anchor === '' || !to.endsWith('.html')) return undefined;
  return idsOf(to).has(decodeURIComponent(anchor)) ? undefined : 'the page has no such anchor';
}

const idsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => decoded(id)));

const decoded = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
