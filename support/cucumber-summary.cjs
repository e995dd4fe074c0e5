require('../bin/typescript.cjs');
module.exports = require('./report/summary-formatter').formatter;
