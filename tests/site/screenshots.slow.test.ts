import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { toolFolder } from '../../scripts/site/tool';
import { runScript } from './made';
import { missing } from '../tools';

const names = ['terminal', 'report', 'desk'].flatMap((name) => [`${name}-light.png`, `${name}-dark.png`]);

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Width and height stand in the first chunk of a PNG. */
function pictureOf(folder: string, name: string): Picture {
  const bytes = readFileSync(join(folder, name));
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG', name);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes: bytes.length };
}

test(
  'npm run screenshots takes the pictures of the site again',
  { skip: missing('browser', 'vitepress') },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-'));
    t.after(() => {
      rmSync(folder, { recursive: true });
    });
    const { code, printed } = await runScript('scripts/screenshots/index.ts', ['--out', folder]);
    assert.equal(code, 0, printed);
    for (const name of names) {
      const [taken, kept] = [pictureOf(folder, name), pictureOf(join(toolFolder, 'public'), name)];
      assert.equal(taken.width, kept.width, `${name}: npm run screenshots takes them again`);
      // Numbers and ids differ from run to run, and with them how a long line breaks.
      assert.ok(
        Math.abs(taken.height - kept.height) < 120,
        `${name} is ${taken.height} high, not ${kept.height}`,
      );
      assert.ok(taken.bytes > 50_000, `${name} shows nothing`);
    }
  },
);
