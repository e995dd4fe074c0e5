'use strict';
// Checks whether dist/ is up to date with the sources. Compares contents, not modification times, so that an
// edited source never runs in its old version.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
exports.folder = join(root, 'dist');

/** The files and folders on which the content of dist/ depends, including the build scripts. */
const inputs = [
  'support',
  'steps',
  'schemas',
  'scripts/build.cjs',
  'scripts/match-indices.cjs',
  'scripts/ui-page.cjs',
  'tsconfig.json',
  'package-lock.json',
];

/**
 * Returns the SHA-256 (hex) over names and contents of these files and folders; by default of all inputs of
 * the build.
 */
exports.inputsDigest = (paths = inputs) => {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn)) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
};

/**
 * Returns the content of dist/build.json if dist/ is up to date, otherwise `undefined`. An installed package
 * contains only dist/ and not the sources, so its dist/ always counts as up to date.
 */
exports.freshBuild = () => {
  const build = exports.readBuild();
  if (build === undefined || !existsSync(join(root, 'support'))) return build;
  return build.inputs === exports.inputsDigest() ? build : undefined;
};

exports.readBuild = () => {
  try {
    return JSON.parse(readFileSync(join(exports.folder, 'build.json'), 'utf8'));
  } catch {
    return undefined;
  }
};

function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.flatMap((each) => {
    const name = `${path}/${each.name}`;
    return each.isDirectory() ? filesIn(name) : [name];
  });
}
