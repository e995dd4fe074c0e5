import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The HTML files of a folder, as in `obligations/ses-08.html`. */
export function htmlFiles(folder: string): string[] {
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
    writeFileSync(
      join(folder, file),
      relativeTo(html, up).replaceAll('<pre><code>', '<pre tabindex="0"><code>'),
    );
  }
}

/** Folders have no page of their own where no server looks for it. */
function relativeTo(html: string, up: string): string {
  return html
    .replace(/ (href|src)="\/(?!\/)/g, ` $1="${up}`)
    .replace(/ href="((?:\.\.?\/)[^"#]*\/|\.\/)(#[^"]*)?"/g, ' href="$1index.html$2"');
}
