'use strict';
// Counts what a process does to the files of a folder, and stops it at one of these steps, or fills its disk there.
// TROUBLE holds JSON: the folder; `at`, the step from 1, or `once`, a file that begins it when it is there; `how`,
// `kill` or the code of an error; `count`, a file for the number of steps that there were.
const fs = require('node:fs');
const { sep } = require('node:path');

const { folder, at = Infinity, once, how, count } = JSON.parse(process.env.TROUBLE);
const descriptors = new Set();
let steps = 0;

const isInside = (path) => `${path}${sep}`.startsWith(`${folder}${sep}`);

/** What a full disk refuses; names may still be changed and files removed. */
const growing = /^(open|write|mkdir|link|copyFile)/;

function trouble(name, path) {
  steps += 1;
  if (steps < at && !(once !== undefined && fs.existsSync(once))) return undefined;
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  if (!growing.test(name)) return undefined;
  return Object.assign(new Error(`${how}: injected, ${name}`), { code: how, syscall: name, path });
}

function concerns(name, [first, second]) {
  if (typeof first === 'number') return descriptors.has(first);
  if (name.startsWith('open') && /^r?$/.test(String(second ?? ''))) return false;
  return isInside(first) || (typeof second === 'string' && isInside(second));
}

for (const base of [
  'open',
  'write',
  'writeFile',
  'appendFile',
  'rename',
  'link',
  'copyFile',
  'mkdir',
  'rm',
]) {
  const sync = fs[`${base}Sync`];
  fs[`${base}Sync`] = (...args) => {
    const error = concerns(base, args) ? trouble(base, args[0]) : undefined;
    if (error !== undefined) throw error;
    const given = sync(...args);
    if (base === 'open' && isInside(args[0])) descriptors.add(given);
    return given;
  };
  const later = fs[base];
  fs[base] = (...args) => {
    const done = args.pop();
    const error = concerns(base, args) ? trouble(base, args[0]) : undefined;
    if (error !== undefined) return process.nextTick(done, error);
    return later(...args, (failure, given, ...rest) => {
      if (base === 'open' && !failure && isInside(args[0])) descriptors.add(given);
      done(failure, given, ...rest);
    });
  };
}

if (count !== undefined) {
  const { writeFileSync } = fs;
  process.on('exit', () => writeFileSync(count, String(steps)));
}
