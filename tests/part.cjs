'use strict';
// Runs test files one after another in this process. Each is a suite of its own, so that its hooks end with it, and is
// loaded when its turn comes.
const { join } = require('node:path');
const { describe } = require('node:test');

exports.runFiles = async (files) => {
  for (const file of files)
    await describe(file, () => {
      process.env.TEST_FILE = file;
      require(join(__dirname, '..', file));
    });
};
