'use strict';
// Runs npm ci if node_modules is missing or older than package-lock.json. This file must run on Node 20 and
// newer, because it runs before the pinned Node is installed.
const { spawnSync } = require('node:child_process');
const { lstatSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');

function modified(file) {
  try {
    return statSync(join(root, file)).mtimeMs;
  } catch {
    return undefined;
  }
}

const installed = modified('node_modules/.package-lock.json');
if (installed === undefined || installed < (modified('package-lock.json') ?? 0)) {
  // Refuse a symbolic link: npm ci would follow it and empty the folder that it points to.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'error: node_modules is a link, and what it leads to is older than package-lock.json; install there',
    );
    process.exit(2);
  }
  // Run npm with the Node that started npm, and not with the pinned Node in node_modules, which npm ci
  // deletes.
  const npm = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  console.error('Installing what package-lock.json names (once) …');
  const { status } = npm
    ? spawnSync(node, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('error: npm ci failed; its own message stands above');
    process.exit(2);
  }
}
