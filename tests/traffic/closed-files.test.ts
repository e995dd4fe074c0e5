import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { generatedHar } from '../cli/auditing';
import { conform } from '../cli/conform';
import { eventually } from '../eventually';
import { temporaryFolder } from '../report/embedded-run';

const har = generatedHar();
const log = `{"startedAt": "2026-01-01T00:00:00.000Z", "request": {}}\n`.repeat(9000);
const other = `no traffic\n`.repeat(9000);

/** Audits files by their content; all of them are larger than what a look at the beginning reads. */
async function audit(
  t: TestContext,
  contents: readonly (string | Buffer)[],
  options: readonly string[] = [],
) {
  const folder = temporaryFolder(t);
  const files = contents.map((content, at) => {
    const file = join(folder, `${at}.txt`);
    writeFileSync(file, content);
    return file;
  });
  const { code } = await conform(['audit', ...files, '--reports', join(folder, 'reports'), ...options]);
  return { folder, code };
}

/** Files below a folder that this process holds open. */
function openBelow(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(join('/proc/self/fd', descriptor));
      return file.startsWith(folder + sep) ? [file] : [];
    } catch {
      // The folder of descriptors was itself one of them.
      return [];
    }
  });
}

const skip = process.platform === 'linux' ? false : 'Linux alone shows which files a process holds open';

describe('an audit lets go of its files', { skip }, () => {
  for (const [when, contents, options, refused] of [
    ['once it is over', [har], [], false],
    ['of each form, where several clients show', [har, har.replaceAll('SBX_1', 'SBX_2'), log], [], false],
    ['where one of them holds no traffic', [har, other], [], true],
    [
      'where one of them is packed, and holds none',
      [gzipSync(log), gzipSync(randomBytes(1 << 18))],
      [],
      true,
    ],
    ['where they are not what was asked for', [har, har], ['--rejudge'], true],
    ['where one of them holds none for a shard', [har, other], ['--shard', '1/2'], true],
  ] as const)
    it(when, async (t) => {
      const { folder, code } = await audit(t, contents, options);
      assert.equal(code === 2, refused);
      // They are closed in the background.
      await eventually(`no file is open: ${openBelow(folder).join()}`, () => openBelow(folder).length === 0);
    });
});
