import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EnvironmentError } from '../../support/contract/outcome';
import { FirstUses } from '../../support/obligations/judge/first-uses';
import { digestOf } from '../../support/obligations/judge/repeats';
import { NamelessFile, spillInto } from '../../support/traffic/spill-file';

const folder = mkdtempSync(join(tmpdir(), 'spill-'));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('what is put into the file comes back, and no file is seen', () => {
  const spill = new NamelessFile(folder);
  const starts = [1, 2, 3].map((value) => spill.append(new Uint8Array(100_000).fill(value)));
  assert.deepEqual(starts, [0, 100_000, 200_000]);
  const into = new Uint8Array(4);
  spill.read(99_998, into);
  assert.deepEqual([...into], [1, 1, 2, 2]);
  // A process that is killed now leaves nothing behind.
  assert.deepEqual(readdirSync(folder), []);
  spill.close();
});

test('a spill has a file when its room in memory is used up, and not before', () => {
  using spill = spillInto(join(folder, 'not there'), 1000);
  const firsts = new FirstUses(spill);
  for (let seq = 1; seq <= 1000; seq += 1) firsts.firstOr(digestOf(`key ${seq}`), seq);
  assert.throws(() => firsts.firstOr(digestOf('one more'), 1001), EnvironmentError);
});

test('a folder that cannot be written is named, with what to do', () => {
  const spill = new NamelessFile(join(folder, 'not there'));
  assert.throws(
    () => spill.append(new Uint8Array(1)),
    (error) =>
      error instanceof EnvironmentError && error.message.includes('not there (ENOENT): make room, or name'),
  );
});

test('what was never put there is told, and not read as nothing', () => {
  const spill = new NamelessFile(folder);
  spill.append(new Uint8Array(10));
  assert.throws(() => {
    spill.read(8, new Uint8Array(4));
  }, EnvironmentError);
  spill.close();
});
