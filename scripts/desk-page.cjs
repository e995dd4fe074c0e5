'use strict';
// Bundles what the desk's page loads: its script and one for each view, the program of the thread that all tabs share,
// and one stylesheet.
const { basename, join } = require('node:path');

const page = join(__dirname, '../support/desk/page');

/** Lists are drawn by a package for React, which Preact stands in for. */
const alias = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

const common = {
  absWorkingDir: join(__dirname, '..'),
  alias,
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
};

/** By the name that the page asks for. The thread is whole in one file: what it shares with the page is little. */
const bundles = [
  { entryPoints: { app: join(page, 'main.tsx') }, splitting: true, chunkNames: '[name]-[hash]' },
  { entryPoints: { stream: join(page, 'shared-stream.ts'), style: join(page, 'style/index.css') } },
];

/**
 * The files by name, the paths of all that went into them, and by name what of it the file holds and which files it
 * loads, at once or later.
 */
exports.bundlePage = () => {
  const { buildSync } = require('esbuild');
  const made = bundles.map((each) => buildSync({ ...common, ...each }));
  const outputs = made.flatMap(({ metafile }) => Object.entries(metafile.outputs));
  return {
    files: Object.fromEntries(
      made.flatMap(({ outputFiles }) => outputFiles.map(({ path, text }) => [basename(path), text])),
    ),
    inputs: made.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    parts: Object.fromEntries(
      outputs.map(([path, { inputs, imports }]) => [
        basename(path),
        {
          inputs: Object.keys(inputs),
          imports: imports.map((each) => ({
            file: basename(each.path),
            isLater: each.kind === 'dynamic-import',
          })),
        },
      ]),
    ),
  };
};
