'use strict';
// Loaded with --require into a program that is measured. When the program exits, writes its CPU time and peak
// memory to the file that BENCH_USAGE names.
const { writeFileSync } = require('node:fs');

const file = process.env.BENCH_USAGE;
// Child processes of the program must not overwrite the file.
delete process.env.BENCH_USAGE;
if (file !== undefined)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, mib: maxRSS / 1024 }));
  });
