'use strict';
// Replaces lines of the bundle by source files and lines in stack traces. Uses a table from the build with
// one source line for each line of the bundle. The table loads instantly; a source map of this size would
// need 0.2 s at every start.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Changes stack traces from now on. lines.bin in `folder` has two 16-bit numbers for each line of the bundle:
 * the index in `sources`, and the line in that file. Paths in `sources` are relative to `root`.
 */
exports.nameSourceLines = ({ folder, root, sources }) => {
  const bundle = join(folder, 'conform.cjs');
  const { buffer, byteOffset, length } = readFileSync(join(folder, 'lines.bin'));
  const table = new Uint16Array(buffer, byteOffset, length / 2);
  const lineOf = (line) => {
    const source = sources[table[2 * line - 2]];
    return source === undefined ? undefined : `${join(root, source)}:${table[2 * line - 1]}`;
  };
  const place = new RegExp(`${escaped(bundle)}:(\\d+)(?::\\d+)?`, 'g');
  Error.prepareStackTrace = (error, sites) =>
    [headOf(error), ...sites.map((site) => `    at ${site}`)]
      .join('\n')
      .replace(place, (whole, line) => lineOf(Number(line)) ?? whole);
};

/** Replaces RegExp.escape, which needs Node 24. */
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the first line of a stack trace. Must not throw, even if the getters of the error do. */
function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
