import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import type { Canaries } from '../exchange/canaries';
import { leakFinder } from '../exchange/canaries';

/** Where a text stands, as in `evidence-pack.zip/results.json`, and the text. */
export type Artefacts = ReadonlyMap<string, string>;

/** Every file below a folder as text; those inside of zip and gzip stand beside them. */
export async function artefactsIn(folder: string): Promise<Artefacts> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const found = new Map<string, string>();
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    await add(relative(folder, file).replaceAll('\\', '/'), readFileSync(file), found);
  }
  return found;
}

async function add(name: string, bytes: Buffer, into: Map<string, string>): Promise<void> {
  // A name can tell as much as a content.
  into.set(name, `${name}\n${textOf(bytes)}`);
  if (bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b])))
    await add(`${name}/gunzip`, gunzipSync(bytes), into);
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return;
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    await add(`${name}/${entry.fileName}`, await buffer(await zip.openReadStreamPromise(entry)), into);
}

/** UTF-8 where it is that, else one character a byte, so that no byte is lost. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

/** `place: canary` for each canary that stands anywhere, in whatever encoding. */
export function leaksIn(artefacts: Artefacts, canaries: Canaries): string[] {
  const leaksOf = leakFinder(canaries);
  return [...artefacts].flatMap(([name, text]) => leaksOf(text).map((canary) => `${name}: ${canary}`));
}
