'use strict';
// Creates the Docker build context for the mock's image: node scripts/build-mock.cjs [FOLDER]
const { chmodSync, copyFileSync, cpSync, mkdirSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { buildSync } = require('esbuild');

const root = join(__dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'build/mock-server'));

// The mock looks for schemas/ two folders above its own file, in the bundle as in the sources.
mkdirSync(join(folder, 'schemas'), { recursive: true });
buildSync({
  absWorkingDir: root,
  entryPoints: ['support/mock/server.ts', 'support/mock/health.ts'],
  outdir: join(folder, 'support/mock'),
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node22',
  logLevel: 'error',
});
// The mock writes its target file and test credentials into this folder. Any user may write to it, because
// the container can run as any user.
mkdirSync(join(folder, 'run/mock'), { recursive: true });
chmodSync(join(folder, 'run/mock'), 0o1777);
cpSync(join(root, 'schemas/contract'), join(folder, 'schemas/contract'), { recursive: true });
copyFileSync(join(root, 'Dockerfile'), join(folder, 'Dockerfile'));
