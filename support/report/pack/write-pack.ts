import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { ConfigurationError } from '../../targets/errors';
import { draftBeside } from '../runs/draft';
import { renderFiles } from '../files';
import type { Results } from '../../judging/results';
import {
  sigstoreFileName,
  createSigstoreBundle,
  dsseFileName,
  createDsseEnvelope,
  signedBytes,
} from './envelope';
import type { ReportSnapshot } from './pack-sources';
import { unwritableError } from './pack-sources';
import type { Signer } from './sign';
import type { Manifest, PackedFile } from './statement';
import { manifestName, manifestOf } from './statement';
import { defaultZipLimits, withZip } from './zip';
import type { ZipLimits } from './zip-layout';

/** How a pack is made. */
export interface Packing {
  /** Signs the manifest; absent: it is not signed. */
  readonly signer?: Signer | undefined;
  /** What is rendered from the reports, by name, where it is at hand already. */
  readonly rendered?: Readonly<Record<string, string>>;
  /** What readers of the pack accept. */
  readonly limits?: ZipLimits;
}

/**
 * Writes an evidence pack whole or not at all: results and recording, all that is rendered from them, and a manifest
 * with the digest of each. Memory does not grow with the recording.
 * Throws a ConfigurationError where the file cannot be written, is larger than a pack may be, or the reports changed.
 */
export async function writePack(
  file: string,
  reports: ReportSnapshot,
  { signer, rendered = renderFiles(reports), limits = defaultZipLimits }: Packing = {},
): Promise<Manifest> {
  requireSize(reports, limits);
  const draft = draftBeside(file);
  try {
    const manifest = await writeDraft(draft, contentsOf(reports, rendered), reports.results, signer);
    reports.requireUnchanged();
    // What a reader would refuse is never handed out.
    await withZip(draft, () => Promise.resolve(), { name: file, limits });
    renameSync(draft, file);
    return manifest;
  } catch (error) {
    throw unwritableError(error, file, '--pack');
  } finally {
    rmSync(draft, { force: true });
  }
}

function requireSize({ folder, files }: ReportSnapshot, { totalBytes }: ZipLimits): void {
  const total = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  if (total <= totalBytes) return;
  throw new ConfigurationError(
    `holds ${total} bytes of reports, and a pack ${totalBytes} at most`,
    { file: folder },
    'record less at a time: the parts of a day, or a sample',
  );
}

/** Members by name, in their order; each is opened when its turn comes. */
function contentsOf(
  { folder, files }: ReportSnapshot,
  rendered: Readonly<Record<string, string>>,
): [name: string, open: () => Readable][] {
  const members = new Map<string, () => Readable>([
    ...files.map((name) => [name, () => createReadStream(join(folder, name))] as const),
    ...Object.entries(rendered).map(
      ([name, text]) => [name, () => Readable.from([Buffer.from(text)])] as const,
    ),
  ]);
  return [...members].sort(([one], [other]) => (one < other ? -1 : 1));
}

async function writeDraft(
  draft: string,
  contents: ReturnType<typeof contentsOf>,
  results: Results,
  signer: Signer | undefined,
): Promise<Manifest> {
  const packedAt = new Date();
  // Times in extra fields would stand there that no digest covers.
  const options = { mtime: packedAt, mode: 0o100644, forceDosTimestamp: true };
  const zip = new ZipFile();
  const out = zip.outputStream.pipe(new PassThrough());
  const fill = async (): Promise<Manifest> => {
    const files: PackedFile[] = [];
    for (const [name, open] of contents) {
      const through = new PassThrough();
      zip.addReadStream(through, name, options);
      files.push({ name, digest: await digest(open(), through) });
    }
    const manifest = manifestOf(results, files, {
      packedAt,
      ...(signer && { signer: { keyId: signer.keyId ?? null } }),
    });
    const bytes = Buffer.from(asJson(manifest));
    zip.addBuffer(bytes, manifestName, options);
    for (const [name, text] of signatureFiles(bytes, signer)) zip.addBuffer(Buffer.from(text), name, options);
    zip.end();
    return manifest;
  };
  const filled = fill().catch((error: unknown) => {
    // A member that cannot be read ends the whole.
    out.destroy(error as Error);
    throw error;
  });
  const [manifest] = await Promise.all([filled, pipeline(out, createWriteStream(draft))]);
  return manifest;
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The signature over a manifest, in the two forms in which others look for it. */
function signatureFiles(manifest: Buffer, signer: Signer | undefined): [name: string, text: string][] {
  if (signer === undefined) return [];
  const envelope = createDsseEnvelope(manifest, signer.sign(signedBytes(manifest)), signer.keyId);
  return [
    [dsseFileName, asJson(envelope)],
    [sigstoreFileName, asJson(createSigstoreBundle(envelope))],
  ];
}

/** What a content is known by, once it has gone through. */
async function digest(content: Readable, through: Writable): Promise<PackedFile['digest']> {
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(content, hashed, through);
  return { sha256: hash.digest('hex') };
}
