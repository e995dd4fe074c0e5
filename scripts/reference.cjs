'use strict';
// Writes the reference pages of the contract, and the OpenAPI documents that they show, to dist/reference: they go into
// the package. The build replaces dist/ as a whole, so this comes after it. node scripts/reference.cjs
const { join } = require('node:path');

require('../bin/typescript.cjs');
const { requireInstalled } = require('../bench/frame/installed.ts');
const { main } = require('../support/cli.ts');

const folder = join(__dirname, '../dist/reference');
requireInstalled('bench/contract-tools');
main(['node', 'conform', 'contract', '--reference', folder, '--openapi', folder]).then((code) => {
  process.exitCode = code;
});
