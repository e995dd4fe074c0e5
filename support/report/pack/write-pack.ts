import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { ConfigurationError } from '../../targets/errors';
import { renderFiles } from '../files';
import type { Results } from '../../judging/results';
import type { Manifest, PackedFile } from './manifest';
import { manifestName, manifestOf, signatureName } from './manifest';
import type { SteadyReports } from './pack-sources';
import { planOfResults } from './plan-file';
import { fingerprintOf, signManifest } from './signature';
import type { ZipLimits } from './zip-limits';
import { defaultZipLimits } from './zip-limits';
import { withZip } from './zip-reader';

/** How a pack is made. */
export interface Packing {
  /** Signs the manifest; absent: nobody does. */
  readonly key?: KeyObject | undefined;
  /** What is rendered from the reports, by name, where it is at hand already. */
  readonly rendered?: Readonly<Record<string, string>>;
  /** What whoever reads the pack will put up with. */
  readonly limits?: ZipLimits;
}

/**
 * Writes an evidence pack whole or not at all: results and recording, all that is rendered from them, the plan, and a
 * manifest with the digest of each. Memory does not grow with the recording.
 * Throws a ConfigurationError where the file cannot be written, is larger than a pack may be, or the reports changed.
 */
export async function writePack(
  file: string,
  reports: SteadyReports,
  { key, rendered = renderFiles(reports), limits = defaultZipLimits }: Packing = {},
): Promise<Manifest> {
  requireSize(reports, limits);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    const manifest = await writeDraft(draft, contentsOf(reports, rendered), reports.results, key);
    reports.requireUnchanged();
    // What a reader would refuse is never handed out.
    await withZip(draft, () => Promise.resolve(), { name: file, limits });
    renameSync(draft, file);
    return manifest;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (error instanceof ConfigurationError || code === undefined || syscall === undefined) throw error;
    throw new ConfigurationError(`cannot be written (${code})`, { file, at: '--pack' }, 'name another place');
  } finally {
    rmSync(draft, { force: true });
  }
}

function requireSize({ folder, files }: SteadyReports, { totalBytes }: ZipLimits): void {
  const total = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  if (total <= totalBytes) return;
  throw new ConfigurationError(
    `holds ${total} bytes of reports, and a pack ${totalBytes} at most`,
    { file: folder },
    'record less at a time: the parts of a day, or a sample',
  );
}

/** A member of the pack: a text, or a file that is read when its turn comes. */
interface Content {
  readonly name: string;
  readonly open: () => Readable;
}

const ofText = (name: string, text: string): Content => ({
  name,
  open: () => Readable.from([Buffer.from(text)]),
});

function contentsOf(
  { results, folder, files }: SteadyReports,
  rendered: Readonly<Record<string, string>>,
): Content[] {
  const byName = new Map<string, Content>();
  for (const name of files) byName.set(name, { name, open: () => createReadStream(join(folder, name)) });
  for (const [name, text] of Object.entries(rendered)) byName.set(name, ofText(name, text));
  byName.set('plan.json', ofText('plan.json', `${JSON.stringify(planOfResults(results), null, 2)}\n`));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function writeDraft(
  draft: string,
  contents: readonly Content[],
  results: Results,
  key: KeyObject | undefined,
): Promise<Manifest> {
  const createdAt = new Date();
  const packed: PackedFile[] = [];
  const zip = new ZipFile();
  const options = { mtime: createdAt, mode: 0o100644 };
  const add = (name: string, open: () => Readable): void => {
    zip.addReadStreamLazy(name, options, (take) => {
      take(null, open());
    });
  };
  for (const { name, open } of contents) add(name, () => digested(name, open(), packed));
  // Members are read in their order: the digests of all the others are known once the manifest's turn comes.
  const publicKey = key === undefined ? {} : { publicKey: fingerprintOf(key) };
  let manifest: Manifest | undefined;
  const bytes = (): Buffer => {
    manifest ??= manifestOf(results, packed, { createdAt, ...publicKey });
    return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  };
  add(manifestName, () => Readable.from([bytes()]));
  if (key !== undefined) add(signatureName, () => Readable.from([Buffer.from(signManifest(bytes(), key))]));
  await finish(zip, draft);
  return manifest ?? manifestOf(results, packed, { createdAt, ...publicKey });
}

/** The same content, whose digest stands in `packed` once it has gone through. */
function digested(name: string, content: Readable, packed: PackedFile[]): Readable {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      packed.push({ name, bytes, sha256: hash.digest('hex') });
      done();
    },
  });
  content.once('error', (error) => through.destroy(error));
  return content.pipe(through);
}

async function finish(zip: ZipFile, draft: string): Promise<void> {
  const out = zip.outputStream.pipe(new PassThrough());
  // A member that cannot be read ends the whole.
  zip.once('error', (error: Error) => out.destroy(error));
  zip.end();
  await pipeline(out, createWriteStream(draft));
}
