// Brought into the same module cache as the support code: see plugin.cjs.
require('../../../bin/typescript.cjs');
module.exports = require('./progress').plugin;
