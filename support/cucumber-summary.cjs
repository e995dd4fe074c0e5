require('ts-node/register');
module.exports = require('./report/summary-formatter').formatter;
