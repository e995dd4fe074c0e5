require('../../../bin/typescript.cjs');
module.exports = require('./summary-formatter').formatter;
