'use strict';
// Bundles the page of `conform ui`: one script and one stylesheet.
const { basename, join } = require('node:path');

const root = join(__dirname, '..');
const page = join(root, 'support/ui/page');

/**
 * Returns the bundled files of the page by name, and the paths of their sources. Throws if the page imports a
 * Node built-in module, because the page runs in a browser.
 */
exports.bundlePage = () => {
  const { buildSync } = require('esbuild');
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: { app: join(page, 'main.tsx'), style: join(page, 'style.css') },
    outdir: page,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    logLevel: 'error',
  });
  return {
    files: Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text])),
    inputs: Object.keys(metafile.inputs),
  };
};
