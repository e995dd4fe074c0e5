'use strict';
// Loaded into a program that is measured: writes what it took to the file that BENCH_USAGE names.
const { writeFileSync } = require('node:fs');

const file = process.env.BENCH_USAGE;
// What it starts is not measured by itself.
delete process.env.BENCH_USAGE;
if (file !== undefined)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, mib: maxRSS / 1024 }));
  });
