'use strict';
// Prepares package.json for npm pack, which packs it as it is on disk. `publish` removes the parts that only
// a clone needs, and saves the original; `restore` puts the original back.
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const manifest = join(__dirname, '..', 'package.json');
const kept = `${manifest}.clone.tmp`;

const forClones = ['scripts', 'devDependencies', 'optionalDependencies', 'overrides'];

function restore() {
  if (existsSync(kept)) renameSync(kept, manifest);
}

function publish() {
  // If an earlier npm pack was killed, the original is still in its backup file and must be restored.
  restore();
  const text = readFileSync(manifest, 'utf8');
  const published = Object.fromEntries(
    Object.entries(JSON.parse(text)).filter(([name]) => !forClones.includes(name)),
  );
  writeFileSync(kept, text);
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}

({ publish, restore })[process.argv[2]]();
