import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suiteRoot } from '../../contract/suite-root';
import { tokens } from '../../report/parts/tokens';

/** What the page loads, by its name: the stylesheet, and the scripts, of which each view has one. */
export type Assets = Readonly<Record<string, string>>;

interface PageBuilder {
  bundlePage(): { readonly files: Assets };
}

/** Compiled beside the suite, or from the sources where those run. */
export function readAssets(): Assets {
  const assets = __filename.endsWith('.ts') ? bundled() : compiled();
  return { ...assets, 'style.css': `${tokens}${assets['style.css']}` };
}

function bundled(): Assets {
  const builder = createRequire(__filename)(join(suiteRoot, 'scripts/desk-page.cjs')) as PageBuilder;
  return builder.bundlePage().files;
}

function compiled(): Assets {
  const read = (name: string): string => readFileSync(join(__dirname, 'desk', name), 'utf8');
  const names = JSON.parse(read('assets.json')) as string[];
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}
