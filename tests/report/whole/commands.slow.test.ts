import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { generateTraffic } from '../../../mutants/traffic/generate';
import { harOf } from '../../../mutants/traffic/har-file';
import { conform } from '../../cli/conform';
import { temporaryFolder } from '../embedded-run';
import { copyOf, each, idOfWhole, inTrouble, leftovers, spread } from './scene';

/** The arguments of a command that writes into a folder; `base` holds what it reads. */
const commands: Readonly<
  Record<string, readonly [points: number, args: (base: string, folder: string) => string[]]>
> = {
  'conform audit': [20, (base, folder) => ['audit', join(base, 'traffic.har'), '--reports', folder]],
  'conform audit --rejudge': [
    4,
    (base, folder) => ['audit', '--rejudge', join(base, 'old/recording.jsonl'), '--reports', folder],
  ],
  'conform report --pack': [5, (_base, folder) => ['report', '--pack', '--reports', folder]],
  'conform run': [4, (_base, folder) => ['run', '--self-test', '--only', 'SES-05', '--reports', folder]],
};

/** Traffic, and a report of other traffic. */
async function makeBase(t: TestContext): Promise<string> {
  const base = temporaryFolder(t);
  for (const [name, seed] of [
    ['traffic.har', 3],
    ['other.har', 4],
  ] as const)
    writeFileSync(
      join(base, name),
      JSON.stringify(harOf([...generateTraffic({ exchanges: 20, seed })], { creator: 'whole' })),
    );
  const { code, stderr } = await conform(['audit', join(base, 'other.har'), '--reports', join(base, 'old')]);
  assert.equal(code, 1, stderr);
  return base;
}

/** How often a command touches the files of its folder. */
async function stepsOf(base: string, args: (base: string, folder: string) => string[]): Promise<number> {
  const folder = copyOf(join(base, 'old'), join(base, 'counted'));
  const count = `${folder}.count`;
  const { ended, stderr } = await inTrouble({ folder, count }, args(base, folder));
  assert.ok(ended === 0 || ended === 1, `${ended}: ${stderr}`);
  return Number(readFileSync(count, 'utf8'));
}

for (const [name, [points, args]] of Object.entries(commands))
  describe(name, () => {
    it('leaves the old report or the new one wherever it is killed, and the next command goes on', async (t) => {
      const base = await makeBase(t);
      const old = await idOfWhole(join(base, 'old'));
      const steps = await stepsOf(base, args);
      assert.ok(steps >= points, `${steps} steps`);
      const seen = new Set<boolean>();
      // A stream may write in fewer pieces the next time.
      await each(spread(steps - 4, points), async (at) => {
        const folder = copyOf(join(base, 'old'), join(base, `killed-${at}`));
        const { ended, stderr } = await inTrouble({ folder, at, how: 'kill' }, args(base, folder));
        assert.deepEqual([ended, stderr], ['SIGKILL', ''], `step ${at}`);
        seen.add((await idOfWhole(folder)) === old);
        assert.deepEqual(leftovers(folder), [], `step ${at}`);
      });
      assert.deepEqual([...seen].sort(), name === 'conform report --pack' ? [true] : [false, true]);
    });

    it('says in one line that the disk is full, wherever it becomes so, and leaves a whole report', async (t) => {
      const base = await makeBase(t);
      const steps = await stepsOf(base, args);
      await each(spread(steps - 4, 3), async (at) => {
        const folder = copyOf(join(base, 'old'), join(base, `full-${at}`));
        const { ended, stderr } = await inTrouble({ folder, at, how: 'ENOSPC' }, args(base, folder));
        assert.doesNotMatch(stderr, /^\s+at /m, `step ${at}`);
        if (ended !== 0 && ended !== 1) {
          assert.equal(ended, 2, stderr);
          assert.match(
            stderr,
            /^error: .*no space is left on the disk \(ENOSPC\) — free some/m,
            `step ${at}`,
          );
          assert.equal(stderr.trim().split('\n').length, 1, stderr);
        }
        assert.ok(await idOfWhole(folder));
      });
    });
  });
