// Loads the plugin with `require`, because Cucumber's import would give it a module cache apart from hooks
// and steps.
require('../../../bin/typescript.cjs');
module.exports = require('./progress').plugin;
