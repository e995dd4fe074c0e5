import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The HTML files of a folder, as in `obligations/ses-08.html`. */
function htmlFiles(folder: string): string[] {
  return globSync('**/*.html', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** What VitePress leaves for its own scripts, and an empty page: hosts have one for what is not found. */
const leftOver = ['404.html', 'hashmap.json', 'package.json'];

/** Lets the pages work at any address, and from a folder: their links lead on from where they stand. */
export function finishPages(folder: string): void {
  for (const name of leftOver) rmSync(join(folder, name), { force: true });
  for (const file of htmlFiles(folder)) {
    const up = '../'.repeat(file.split('/').length - 1) || './';
    const html = readFileSync(join(folder, file), 'utf8');
    const finished = html
      .replace(/ (href|src|srcset)="\/(?!\/)/g, ` $1="${up}`)
      // Folders have no page of their own where no server looks for it.
      .replace(/ href="((?:\.\.?\/)[^"#]*\/|\.\/)(#[^"]*)?"/g, ' href="$1index.html$2"')
      // Of code that documents indent: what scrolls is reached with the keyboard.
      .replaceAll('<pre><code>', '<pre tabindex="0"><code>');
    writeFileSync(join(folder, file), finished);
  }
}

/** A link that leads nowhere, or out of the site without being meant for people. */
interface DeadLink {
  readonly file: string;
  readonly link: string;
  readonly why: string;
}

const addresses = /<(a|link|script|img|source|iframe)\b[^>]*? (?:href|src|srcset)="([^"]*)"/g;

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
