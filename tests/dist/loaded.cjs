'use strict';
// Required before a program: prints at its end what it has loaded, as the last line of standard error.
const Module = require('node:module');

process.on('exit', () => {
  const files = Object.keys(Module._cache).map((file) => file.replaceAll('\\', '/'));
  const packages = files.flatMap((file) => /.*\/node_modules\/(.*)/.exec(file)?.[1] ?? []);
  const own = files.filter((file) => !file.includes('/node_modules/'));
  process.stderr.write(`\n${JSON.stringify({ packages: [...new Set(packages)], own })}\n`);
});
