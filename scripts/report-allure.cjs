'use strict';
// Makes Allure's report of a folder of reports: node scripts/report-allure.cjs [FOLDER]
const { join } = require('node:path');

require('node:module').enableCompileCache();
process.env.TS_NODE_PROJECT ??= join(__dirname, '../tsconfig.json');
require('ts-node/register');
require('../support/cli/report-allure')
  .main(process.argv)
  .then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      console.error(`fault of the suite: ${error?.stack ?? error}`);
      process.exitCode = 3;
    },
  );
