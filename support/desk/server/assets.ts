import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suiteRoot } from '../../contract/suite-root';
import { tokens } from '../../report/page/tokens';

/** What the page loads, by its name. */
export type Assets = Readonly<Record<'app.js' | 'stream.js' | 'style.css', string>>;

interface PageBuilder {
  bundlePage(): { readonly files: Assets };
}

/** Compiled beside the suite, or from the sources where those run. */
export function readAssets(): Assets {
  const assets = __filename.endsWith('.ts') ? bundled() : compiled();
  return { ...assets, 'style.css': tokens + assets['style.css'] };
}

function bundled(): Assets {
  const builder = createRequire(__filename)(join(suiteRoot, 'scripts/desk-page.cjs')) as PageBuilder;
  return builder.bundlePage().files;
}

function compiled(): Assets {
  const read = (name: string): string => readFileSync(join(__dirname, 'desk', name), 'utf8');
  return { 'app.js': read('app.js'), 'stream.js': read('stream.js'), 'style.css': read('style.css') };
}
