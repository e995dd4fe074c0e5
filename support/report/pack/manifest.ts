import { checkSchema } from '../../contract/schemas';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import type { Results } from '../../judging/results';

export const manifestName = 'manifest.json';
export const signatureName = 'manifest.sig';

/** A member of a pack, with what its content is known by. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

/** The shape of `manifest.json` (`schemas/manifest.schema.json`). */
export interface Manifest {
  readonly formatVersion: 1;
  readonly suite: Results['suite'];
  readonly runId: string;
  readonly finishedAt: string;
  readonly product: Results['run']['product'];
  readonly overall: Results['run']['overall'];
  readonly selfTest: boolean;
  readonly createdAt: string;
  /** Absent: the pack is not signed. */
  readonly signature?: {
    readonly algorithm: 'Ed25519';
    /** `sha256:` and the digest of the public key's SPKI DER. */
    readonly publicKey: string;
  };
  readonly files: readonly PackedFile[];
}

const format: Manifest['formatVersion'] = 1;

/** What a manifest repeats of the results, so that a reviewer reads it without unpacking them. */
export function statedOf({ suite, run }: Results) {
  const { id: runId, finishedAt, product, overall, selfTest } = run;
  return { suite, runId, finishedAt, product, overall, selfTest } satisfies Partial<Manifest>;
}

/** @param publicKey digest of the key that signs the pack; absent: it is not signed */
export function manifestOf(
  results: Results,
  files: readonly PackedFile[],
  { createdAt, publicKey }: { readonly createdAt: Date; readonly publicKey?: string },
): Manifest {
  return {
    formatVersion: format,
    ...statedOf(results),
    createdAt: createdAt.toISOString(),
    ...(publicKey !== undefined && { signature: { algorithm: 'Ed25519', publicKey } as const }),
    files: [...files].sort((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

const hint = 'ask for the pack again, as conform report --pack wrote it';

/** Reads a manifest; `file` is the pack. Throws a ConfigurationError where it is no manifest of this format. */
export function parseManifest(text: string, file: string): Manifest {
  const place = { file, at: manifestName };
  const value = attempt(() => JSON.parse(text) as { readonly formatVersion?: unknown } | null);
  if (value === undefined) throw new ConfigurationError('is not JSON', place, hint);
  const version = value?.formatVersion;
  if (version === undefined)
    throw new ConfigurationError('is no manifest of an evidence pack: it has no formatVersion', place, hint);
  if (version !== format)
    throw new ConfigurationError(
      `has format version ${JSON.stringify(version).slice(0, 20)}, and this suite reads ${format}`,
      place,
      'verify it with the version of the suite that wrote it',
    );
  const [problem] = checkSchema('manifest', value);
  if (problem !== undefined)
    throw new ConfigurationError(
      `does not keep to schemas/manifest.schema.json: ${problem.message}`,
      place,
      hint,
    );
  const manifest = value as Manifest;
  if (new Set(manifest.files.map(({ name }) => name)).size < manifest.files.length)
    throw new ConfigurationError('names a member twice', place, hint);
  return manifest;
}
