// Loads the plugin with `require`, into the module cache that hooks and steps use. Cucumber itself would
// import it as an ES module, with state of its own.
require('../../../bin/typescript.cjs');
module.exports = require('./progress').plugin;
