#!/usr/bin/env -S node --
'use strict';
// Runs under whatever Node calls it, and hands over to the pinned one where that is too old. Without the -- Node would
// take --env-file for itself, wherever it stands.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { folder, freshBuild } = require('./dist.cjs');
const { endWithCaller, handOver } = require('./hand-over.cjs');
const { nameSourceLines } = require('./source-lines.cjs');

const root = join(__dirname, '..');

/** From here on Node loads ES modules by require, and unpacks zstd. */
const oldest = [22, 15];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  // Beside the clone's own packages, or beside those of the project that installed this one.
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
  endWithCaller();
  conform();
}

/** The packages that hold Node's binary are named after the platform. */
function installNode() {
  if (existsSync(join(root, 'package-lock.json'))) return 'npm ci';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `npm install --save-dev node-${platform}-${process.arch}@24`;
}

function conform() {
  let isLost = false;
  process.stdout.on('error', ({ code, message }) => {
    // A reader that has seen enough, as head does, ends the output and not the run. A full disk does not end it either.
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    process.exitCode = 2;
    console.error(`error: what is printed cannot be written (${code ?? message})`);
  });
  // Where messages cannot be written, the exit code is right all the same.
  process.stderr.on('error', () => {});
  const ending = main(process.argv);
  // If the process ends because there is nothing left to wait for, the command did not finish. Set only now: commander
  // ends `help` with the code that it finds.
  process.exitCode = 3;
  ending.then((code) => {
    process.exitCode = isLost ? 2 : code;
  });
}

/** From dist/ where that is what the sources compile to, else from the sources; CONFORM_SOURCES=1 asks for those. */
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
