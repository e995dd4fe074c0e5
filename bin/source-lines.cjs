'use strict';
// Names in stack traces of the bundle the file and line of the source. The build keeps one line of a source for each line
// of the bundle: looking that up costs nothing at the start, where a source map of this size takes 0.2 s to read.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Two numbers a line: the index of its source, and the line in it; sources stand relative to `root`. */
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

/** RegExp.escape is there from Node 24 on. */
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** An error whose own members throw must not hide what happened. */
function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
