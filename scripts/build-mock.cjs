'use strict';
// Gathers what the image of the mock is made of in one folder: node scripts/build-mock.cjs [FOLDER]
const { copyFileSync, cpSync, mkdirSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { buildSync } = require('esbuild');

const root = join(__dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'build/mock-server'));

// The schemas are found two folders above the bundle, as they are above the source.
mkdirSync(join(folder, 'schemas'), { recursive: true });
buildSync({
  absWorkingDir: root,
  entryPoints: ['support/mock/server.ts'],
  outfile: join(folder, 'support/mock/server.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node22',
  logLevel: 'error',
});
cpSync(join(root, 'schemas/contract'), join(folder, 'schemas/contract'), { recursive: true });
copyFileSync(join(root, 'Dockerfile'), join(folder, 'Dockerfile'));
