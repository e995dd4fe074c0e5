import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readText, writeText } from '../../support/desk/server/setup/target-on-disk';
import { temporaryFolder } from '../report/embedded-run';

describe('a target file that the desk saves', () => {
  const long = `name: ${'ä'.repeat(5000)}\n`;

  it('is whole where the system takes its bytes in pieces', (t) => {
    const file = join(temporaryFolder(t), 'target.yaml');
    const write = fs.writeSync as (file: number, bytes: Uint8Array, at: number, length: number) => number;
    t.mock.method(fs, 'writeSync', (to: number, bytes: Uint8Array, at = 0, length = bytes.length - at) =>
      write(to, bytes, at, Math.min(length, 4096)),
    );
    writeText(file, long, { read: undefined, over: false });
    assert.equal(readText(file)?.text, long);
  });

  it('stays as it was where the disk becomes full', (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'target.yaml');
    fs.writeFileSync(file, 'name: a\n');
    const read = readText(file);
    t.mock.method(fs, 'writeSync', () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    assert.throws(() => writeText(file, long, { read, over: false }), /cannot be written \(ENOSPC\)/);
    assert.deepEqual([readText(file)?.text, fs.readdirSync(folder)], ['name: a\n', ['target.yaml']]);
  });
});
