'use strict';
// Tells, at its end, how much memory a process took at most: KiB, in the file that MAX_RSS names.
const { readFileSync, writeFileSync } = require('node:fs');

/** On Linux resourceUsage() begins with what the parent took. */
function peak() {
  try {
    return /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
process.on('exit', () => writeFileSync(process.env.MAX_RSS, String(peak())));
