'use strict';
// npm pack takes package.json as it stands on disk. A clone needs its own Node and its scripts; who installs the
// package needs neither. `publish` writes what is published and keeps what stood there, `restore` brings it back.
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const manifest = join(__dirname, '..', 'package.json');
const kept = `${manifest}.clone.tmp`;

/** Of no use to those who install the package. */
const forClones = ['scripts', 'devDependencies', 'optionalDependencies', 'overrides'];

function restore() {
  if (existsSync(kept)) renameSync(kept, manifest);
}

function publish() {
  // What a pack that was killed has left.
  restore();
  const text = readFileSync(manifest, 'utf8');
  const published = Object.fromEntries(
    Object.entries(JSON.parse(text)).filter(([name]) => !forClones.includes(name)),
  );
  writeFileSync(kept, text);
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}

({ publish, restore })[process.argv[2]]();
