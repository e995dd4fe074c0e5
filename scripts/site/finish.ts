import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Returns the paths of all HTML files below a folder, such as `obligations/ses-08.html`, sorted. */
function htmlFiles(folder: string): string[] {
  return globSync('**/*.html', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

/** Files that VitePress writes but the site does not need. */
const leftOver = ['404.html', 'hashmap.json', 'package.json'];

/**
 * Removes unneeded files and makes all links relative, so that the site works under any address and from a
 * local folder.
 */
export function finishPages(folder: string): void {
  for (const name of leftOver) rmSync(join(folder, name), { force: true });
  for (const file of htmlFiles(folder)) {
    const up = '../'.repeat(file.split('/').length - 1) || './';
    const html = readFileSync(join(folder, file), 'utf8');
    const finished = html
      .replace(/ (href|src|srcset)="\/(?!\/)/g, ` $1="${up}`)
      // Add index.html to links to folders: without a web server, a folder does not open its index page.
      .replace(/ href="((?:\.\.?\/)[^"#]*\/|\.\/)(#[^"]*)?"/g, ' href="$1index.html$2"')
      // Make scrollable code blocks reachable by keyboard. VitePress does so only for fenced code.
      .replaceAll('<pre><code>', '<pre tabindex="0"><code>');
    writeFileSync(join(folder, file), finished);
  }
}

/**
 * A link to a missing file or anchor, or a script, image or other resource that is loaded from another site.
 */
interface DeadLink {
  readonly file: string;
  readonly link: string;
  readonly why: string;
}

const addresses = /<(a|link|script|img|source|iframe)\b[^>]*? (?:href|src|srcset)="([^"]*)"/g;

/**
 * Returns the dead links of all pages in a folder. Checks that files and anchors exist. Does not use the
 * network.
 */
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
