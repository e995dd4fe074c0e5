// Loads the plugin with `require`: Cucumber imports plugins as ES modules, before it registers the TypeScript
// compiler.
require('../../../bin/typescript.cjs');
module.exports = require('./named-features').plugin;
