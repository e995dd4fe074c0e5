import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EnvironmentError } from '../../support/contract/outcome';
import { spillInto } from '../../support/traffic/spill-file';

const folder = mkdtempSync(join(tmpdir(), 'spill-'));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('what is put into the file comes back, and no file is seen', () => {
  using spill = spillInto(folder);
  const starts = [1, 2, 3].map((value) => spill.append(new Uint8Array(100_000).fill(value)));
  assert.deepEqual(starts, [0, 100_000, 200_000]);
  const into = new Uint8Array(4);
  spill.read(99_998, into);
  assert.deepEqual([...into], [1, 1, 2, 2]);
  // A process that is killed now leaves nothing behind.
  assert.deepEqual(readdirSync(folder), []);
});

test('a spill that nothing is put into opens no file', () => {
  using spill = spillInto(join(folder, 'not there'));
  assert.equal(spill.keysInMemory > 100_000, true);
});

test('a folder that cannot be written is named, with what to do', () => {
  using spill = spillInto(join(folder, 'not there'));
  assert.throws(
    () => spill.append(new Uint8Array(1)),
    (error) =>
      error instanceof EnvironmentError && error.message.includes('not there (ENOENT): make room, or name'),
  );
});

test('what was never put there is told, and not read as nothing', () => {
  using spill = spillInto(folder);
  spill.append(new Uint8Array(10));
  assert.throws(() => {
    spill.read(8, new Uint8Array(4));
  }, EnvironmentError);
});
