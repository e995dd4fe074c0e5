'use strict';
// npm run sbom [-- FILE]: what the suite is made of at run time, as CycloneDX, from the lock file and npm's own `sbom`.
const { execFileSync } = require('node:child_process');
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');

const root = join(__dirname, '..');
const file = resolve(process.argv[2] ?? join(root, 'build', 'sbom.cdx.json'));

const args = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--omit',
  'dev',
  '--package-lock-only',
];
const text = execFileSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  shell: process.platform === 'win32',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const { bomFormat, components } = JSON.parse(text);
if (bomFormat !== 'CycloneDX' || components.length === 0)
  throw new Error('npm sbom gave no CycloneDX document');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, text);
console.log(`${file}: ${components.length} components`);
