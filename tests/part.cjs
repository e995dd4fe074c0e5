'use strict';
// Runs test files one after another in this process. Each is a suite of its own, so that its hooks end with it, is loaded
// when its turn comes, and fails where it leaves the process changed.
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { performance } = require('node:perf_hooks');
const assert = require('node:assert/strict');
const { after, describe } = require('node:test');

/** What each file took is appended to `times`, a line of JSON each: seconds of computing here, and by the clock. */
exports.runFiles = async (files, times) => {
  for (const file of files) {
    const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
    await describe(file, () => {
      process.env.TEST_FILE = file;
      const before = surroundings();
      require(join(__dirname, '..', file));
      // Behind the hooks of the file itself.
      after(() => {
        assert.deepEqual(surroundings(), before, `${file} leaves something behind for the files after it`);
      });
    });
    const { user, system } = process.cpuUsage(cpu);
    const took = { name: file, cpu: (user + system) / 1e6, wall: (performance.now() - startedAt) / 1000 };
    appendFileSync(times, `${JSON.stringify(took)}\n`);
  }
};

/** What files of one process have in common. */
function surroundings() {
  return { folder: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
}
