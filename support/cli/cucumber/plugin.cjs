// Cucumber imports plugins before it registers the TypeScript compiler, and imports them as ES modules: this file
// brings them into the same module cache as the support code.
require('../../../bin/typescript.cjs');
module.exports = require('./results-plugin').plugin;
