import { createHash, generateKeyPairSync } from 'node:crypto';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TestContext } from 'node:test';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { Manifest } from '../../support/report/pack/manifest';
import { readSteadyReports } from '../../support/report/pack/pack-sources';
import { signManifest } from '../../support/report/pack/signature';
import { writePack } from '../../support/report/pack/write-pack';
import { finishRun, temporaryFolder } from './embedded-run';

export type Members = ReadonlyMap<string, Buffer>;

/** A pair of the kind that signs packs. */
export const signer = generateKeyPairSync('ed25519');
export const stranger = generateKeyPairSync('ed25519');

/** A signed pack of a small run, with its members. */
export async function signedPack(
  t: TestContext,
): Promise<{ folder: string; file: string; members: Members }> {
  const { folder } = await finishRun(t, { only: ['SES-05', 'CRT-02'] });
  // As a run leaves them, and much shorter: every byte of a pack is tried.
  const [first = '', last = ''] = endsOf(readFileSync(join(folder, 'messages.ndjson'), 'utf8'));
  writeFileSync(join(folder, 'messages.ndjson'), `${first}\n${last}\n`);
  writeFileSync(join(folder, 'cucumber.html'), `<script>"messages";${last}</script>\n`);
  const file = join(temporaryFolder(t), 'pack.zip');
  await writePack(file, await readSteadyReports(folder), { key: signer.privateKey });
  return { folder, file, members: await unzip(file) };
}

function endsOf(text: string): readonly [string | undefined, string | undefined] {
  const lines = text.trim().split('\n');
  return [lines[0], lines.at(-1)];
}

export async function unzip(file: string): Promise<Members> {
  const members = new Map<string, Buffer>();
  const zip = await openPromise(file);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    members.set(entry.fileName, Buffer.concat(chunks));
  }
  return members;
}

/** Writes them as any zip tool would, with right sizes and checksums. */
export async function zipTo(
  file: string,
  members: Iterable<readonly [string, Buffer]>,
  options: Parameters<ZipFile['addBuffer']>[2] & { readonly comment?: string } = {},
): Promise<string> {
  const { comment = '', ...each } = options;
  const zip = new ZipFile();
  for (const [name, content] of members) zip.addBuffer(content, name, { ...each });
  zip.end({ forceZip64Format: false, comment });
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

export function changed(
  members: Members,
  changes: Readonly<Record<string, Buffer | string | undefined>>,
): Members {
  const all = new Map(members);
  for (const [name, content] of Object.entries(changes))
    if (content === undefined) all.delete(name);
    else all.set(name, Buffer.from(content));
  return all;
}

export function manifestIn(members: Members): Manifest {
  return JSON.parse(members.get('manifest.json')?.toString() ?? '') as Manifest;
}

const asText = (manifest: unknown): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The manifest that fits whatever the members are, as a forger would make it; other statements as given. */
export function refitted(members: Members, stated: Partial<Manifest> = {}): Members {
  const others = [...members].filter(([name]) => !name.startsWith('manifest.'));
  const files = others.map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return changed(members, { 'manifest.json': asText({ ...manifestIn(members), ...stated, files }) });
}

/** The same members, signed anew. */
export function resigned(members: Members, key = signer.privateKey): Members {
  const manifest = members.get('manifest.json') ?? Buffer.alloc(0);
  return changed(members, { 'manifest.sig': signManifest(manifest, key) });
}

/** One byte of it is another. */
export function flipped(content: Buffer, at = Math.floor(content.length / 2)): Buffer {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
