'use strict';
// Makes Allure's report of a folder of reports: node scripts/report-allure.cjs [FOLDER]
require('../bin/typescript.cjs');
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
