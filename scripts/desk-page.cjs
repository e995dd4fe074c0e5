'use strict';
// Bundles what the desk's page loads: its script, the program of the thread that all tabs share, and one stylesheet.
const { basename, join } = require('node:path');

const page = join(__dirname, '../support/desk/page');

/** By the name that the page asks for. */
const entryPoints = {
  app: join(page, 'main.tsx'),
  stream: join(page, 'shared-stream.ts'),
  style: join(page, 'style/index.css'),
};

/** Lists are drawn by a package for React, which Preact stands in for. */
const alias = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

/** The files by name, and the paths of all that went into them. */
exports.bundlePage = () => {
  const { buildSync } = require('esbuild');
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: join(__dirname, '..'),
    entryPoints,
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
  });
  return {
    files: Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text])),
    inputs: Object.keys(metafile.inputs),
  };
};
