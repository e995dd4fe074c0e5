import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// scripts/site writes the pages and this file; what VitePress makes of them is finished and checked there, too.
const work = process.env.SITE_WORK;
const sections = JSON.parse(readFileSync(join(work, 'menu.json'), 'utf8'));

/** The pages stand outside of this folder, where no import would find what is installed in it. */
const here = createRequire(import.meta.url);
const alias = ['vue/server-renderer', 'vue'].map((name) => ({
  find: new RegExp(`^${name}$`),
  replacement: here.resolve(name),
}));
/** How the parts of reports look. */
const parts = { find: 'parts.css', replacement: join(work, 'parts.css') };

/** Gives each line of a feature or schema an id, as in `L12`, so that links lead to it. */
const numbered = {
  name: 'numbered',
  line(node, line) {
    if (this.options.meta?.__raw?.includes('numbered')) node.properties.id = `L${line}`;
  },
};

export default {
  title: 'Gateway conformance',
  description: 'Contract and conformance tests for the health-data gateway and its clients',
  lang: 'en',
  srcDir: join(work, 'pages'),
  outDir: join(work, 'out'),
  cacheDir: join(work, 'cache'),
  // Plain pages: what is read needs no script, and works from a folder as from any address.
  mpa: true,
  appearance: false,
  ignoreDeadLinks: false,
  themeConfig: { sections },
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  // Pictures stay where they are: pages name them by their address.
  vue: { template: { transformAssetUrls: false } },
  vite: { resolve: { alias: [...alias, parts] } },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [numbered],
  },
};
