import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { encodings, plantable } from '../exchange/planting';
import { artefactsIn, leaksIn } from './artefacts';
import { temporaryFolder } from './embedded-run';

async function zipped(name: string, content: Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}

test('a canary is found in every file, in every encoding, inside of zip, gzip and both', async (t) => {
  const planted = await plantable();
  for (const { name, value } of planted)
    for (const [encoding, encode] of Object.entries(encodings)) {
      const folder = temporaryFolder(t);
      const text = Buffer.from(`{"remark": "before ${encode(value)} after"}`);
      mkdirSync(join(folder, 'below'));
      writeFileSync(join(folder, 'plain.json'), text);
      writeFileSync(join(folder, 'below/one.gz'), gzipSync(text));
      writeFileSync(join(folder, 'pack.zip'), await zipped('inner/one.txt', text));
      writeFileSync(join(folder, 'nested.zip'), await zipped('one.txt.gz', gzipSync(text)));
      writeFileSync(join(folder, 'clean.txt'), 'nothing');
      const found = leaksIn(await artefactsIn(folder), { [name]: value });
      assert.deepEqual(
        found.sort(),
        ['below/one.gz/gunzip', 'nested.zip/one.txt.gz/gunzip', 'pack.zip/inner/one.txt', 'plain.json'].map(
          (place) => `${place}: ${name}`,
        ),
        `${name}, ${encoding}`,
      );
    }
});

test('a file that is named after a canary is found too', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'token-3f1b7c9e2d.txt'), '');
  assert.deepEqual(leaksIn(await artefactsIn(folder), { token: '3f1b7c9e2d' }), [
    'token-3f1b7c9e2d.txt: token',
  ]);
});
