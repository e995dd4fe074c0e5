'use strict';
// Runs test files one after another in this process. Each file is a suite: its hooks end with it, it is loaded when the
// files before it have ended, and it fails if it leaves the process changed.
const { appendFileSync, readFileSync } = require('node:fs');
const { availableParallelism, loadavg } = require('node:os');
const { join } = require('node:path');
const assert = require('node:assert/strict');
const { after, afterEach, beforeEach, describe } = require('node:test');
const { isSlow } = require('./select.ts');

/**
 * Runs the files in this order. Appends one line of JSON to the file `times` for each test, and one for each test file:
 * `{ file, name?, cpu, queued, wall }`, in seconds. A line without `name` is about the whole file. `cpu` includes child
 * processes. `queued` is the part of `wall` in which this process could have computed, but other processes had the
 * cores.
 * @param most seconds that a test of a quick file may take on a quiet machine, not counting `queued`; it fails after
 * more
 */
exports.runFiles = async (files, times, most) => {
  for (const file of files) {
    const begun = now();
    const rows = [];
    await describe(file, () => {
      process.env.TEST_FILE = file;
      const before = surroundings();
      measureTests(file, rows, isSlow(file) ? Infinity : most);
      require(join(__dirname, '..', file));
      // Registered last, so that it runs after the hooks of the file itself.
      after(() => {
        assert.deepEqual(surroundings(), before, `${file} leaves something behind for the files after it`);
      });
    });
    rows.push({ file, ...since(begun) });
    // Not in the hooks of a test: functions of `fs` may be mocked until these have run.
    appendFileSync(times, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
};

/** Registers hooks that add a row for each test of the file, and fail a test that takes more than `most` allows. */
function measureTests(file, rows, most) {
  const begun = new Map();
  beforeEach((test) => {
    begun.set(test.fullName, now());
  });
  afterEach((test) => {
    const took = since(begun.get(test.fullName));
    rows.push({ file, name: test.fullName.split(' > ').slice(1).join(' > '), ...took });
    const own = took.wall - took.queued;
    // On a busy machine, the child processes of a test wait for a core as well.
    const busyness = Math.max(1, loadavg()[0] / availableParallelism());
    assert.ok(
      own <= most * busyness,
      `took ${own.toFixed(1)} s, of which it computed for ${took.cpu.toFixed(1)} s. A quick test may take ${most} s on a quiet machine: make it wait for an event, split it, or name its file *.slow.test.ts`,
    );
  });
}

/** Reads the clock by `hrtime`, because tests mock `performance.now`. */
const now = () => ({ cpu: computed(), queued: queued(), at: process.hrtime.bigint() });
// A test may mock what these files are read with: then they count nothing.
const since = ({ cpu, queued: before, at }) => ({
  cpu: Math.max(0, computed() - cpu),
  queued: Math.max(0, queued() - before),
  wall: Number(process.hrtime.bigint() - at) / 1e9,
});

/** Seconds that this process and its child processes spent computing. */
function computed() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + computedByChildren();
}

/** Seconds for which the main thread was ready to run and waited for a core; 0 if the system does not count them. */
function queued() {
  // The second field is `run_delay`, in nanoseconds: see sched-stats.rst in the documentation of the Linux kernel.
  const [, delay = 0] = readOrEmpty('/proc/self/schedstat').split(' ');
  return Number(delay) / 1e9;
}

/** Seconds, in steps of 10 ms. Only Linux has these files; elsewhere the time of child processes counts as idle. */
function computedByChildren() {
  const running = readOrEmpty(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean);
  const ticks = [...ticksIn('self').slice(2), ...running.flatMap(ticksIn)];
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/** Returns `utime`, `stime`, `cutime` and `cstime` of a process; the last two are of its children that have ended. */
function ticksIn(pid) {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // proc(5): these are fields 14 to 17. The second field is a name in brackets that may contain blanks.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
}

/** Returns '' for a file that does not exist: another system than Linux, or a process that has ended. */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** The state of the process that all its files share. */
function surroundings() {
  return { folder: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
}
