// Cucumber imports plugins as ES modules, before it registers the TypeScript compiler. This file loads the
// plugin with `require`, into the module cache that hooks and steps use, so that they share state.
require('../../../bin/typescript.cjs');
module.exports = require('./results-plugin').plugin;
