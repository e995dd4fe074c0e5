'use strict';
// Tells whether dist/ is what the sources here compile to. What decides is their content, and no time of a file: an
// edited source never runs as it was before.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
exports.folder = join(root, 'dist');

/** What dist/ is made of, and what makes it. */
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

/** SHA-256 over names and contents of all that the build depends on, or of a part of it. */
exports.inputsDigest = (paths = inputs) => {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn)) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
};

/** What the build says of dist/, where that is fresh. A package that was installed has no sources: it has dist/ alone. */
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
