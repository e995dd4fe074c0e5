import { createHash, generateKeyPairSync } from 'node:crypto';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TestContext } from 'node:test';
import type { Envelope } from '@cucumber/messages';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import {
  createSigstoreBundle,
  createDsseEnvelope,
  signatureNames,
  signedBytes,
} from '../../support/report/pack/envelope';
import { readReportSnapshot } from '../../support/report/pack/pack-sources';
import { keySigner, signBy } from '../../support/report/pack/sign';
import { fingerprintOf } from '../../support/contract/public-key';
import type { Manifest, PackPredicate } from '../../support/report/pack/statement';
import { writePack } from '../../support/report/pack/write-pack';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from './embedded-run';

export type PackMembers = ReadonlyMap<string, Buffer>;

/** A pair of the kind that signs packs. */
export const signer = generateKeyPairSync('ed25519');
export const stranger = generateKeyPairSync('ed25519');

/** A signed pack of a small run, with its members. */
export async function signedPack(
  t: TestContext,
): Promise<{ folder: string; file: string; members: PackMembers }> {
  const { folder } = await copyCachedRun('certificates', t);
  shortenMessages(folder);
  const file = join(temporaryFolder(t), 'pack.zip');
  await writePack(file, await readReportSnapshot(folder), { signer: keySigner(signer.privateKey) });
  return { folder, file, members: await unzip(file) };
}

/** What tells how scenarios ended, and which were planned. */
const telling = [
  'testCase',
  'testCaseStarted',
  'testStepFinished',
  'testCaseFinished',
  'attachment',
  'testRunFinished',
] as const;

/** Messages as a run leaves them, and much shorter: every byte of a pack is tried. */
export function shortenMessages(folder: string): void {
  const file = join(folder, 'messages.ndjson');
  const all = readFileSync(file, 'utf8').trim().split('\n');
  const envelopes = all.map((line) => JSON.parse(line) as Envelope);
  const planned = new Set(envelopes.flatMap(({ testCase }) => testCase?.pickleId ?? []));
  const kept = envelopes.filter(
    (each) => telling.some((name) => name in each) || planned.has(each.pickle?.id ?? ''),
  );
  const lines = kept.map((each) => JSON.stringify(each));
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  writeFileSync(join(folder, 'cucumber.html'), `<script>"messages";${lines.at(-1) ?? ''}</script>\n`);
}

export async function unzip(file: string): Promise<PackMembers> {
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
  for (const [name, content] of members) zip.addBuffer(content, name, { forceDosTimestamp: true, ...each });
  zip.end({ forceZip64Format: false, comment });
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

export function changeMembers(
  members: PackMembers,
  changes: Readonly<Record<string, Buffer | string | undefined>>,
): PackMembers {
  const all = new Map(members);
  for (const [name, content] of Object.entries(changes))
    if (content === undefined) all.delete(name);
    else all.set(name, Buffer.from(content));
  return all;
}

export function manifestIn(members: PackMembers): Manifest {
  return JSON.parse(members.get('manifest.json')?.toString() ?? '') as Manifest;
}

const asText = (manifest: unknown): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The manifest that fits whatever the members are, as a forger would make it; other statements as given. */
export function withForgedManifest(members: PackMembers, stated: Partial<PackPredicate> = {}): PackMembers {
  const others = [...members].filter(([name]) => !name.startsWith('manifest.'));
  const subject = others.map(([name, content]) => ({
    name,
    digest: { sha256: createHash('sha256').update(content).digest('hex') },
  }));
  const manifest = manifestIn(members);
  const predicate = { ...manifest.predicate, ...stated };
  return changeMembers(members, { 'manifest.json': asText({ ...manifest, subject, predicate }) });
}

/** The same members, signed anew. */
export function signAgain(
  members: PackMembers,
  key = signer.privateKey,
  keyId = fingerprintOf(key),
): PackMembers {
  const manifest = members.get('manifest.json') ?? Buffer.alloc(0);
  const envelope = createDsseEnvelope(manifest, signBy(key, signedBytes(manifest)), keyId);
  const [envelopeName = '', bundleName = ''] = signatureNames;
  return changeMembers(members, {
    [envelopeName]: asText(envelope),
    [bundleName]: asText(createSigstoreBundle(envelope)),
  });
}

/** One byte of it is another. */
export function flipped(content: Buffer, at = Math.floor(content.length / 2)): Buffer {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
