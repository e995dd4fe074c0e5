import { findDuplicateMember, parseJson } from '../../contract/json';
import { checkSchema } from '../../contract/schemas';
import type { Verdict } from '../../judging/verdict';
import type { Results } from '../../judging/results';
import { ConfigurationError } from '../../targets/errors';

export const manifestName = 'manifest.json';

/** Types of in-toto and ours; `schemas/evidence-pack.schema.json` describes what stands behind ours. */
export const statementType = 'https://in-toto.io/Statement/v1';
const packType = 'urn:gateway-conformance:evidence-pack:v1';

/** A digest as in-toto has it: SHA-256, hexadecimal. */
export interface DigestSet {
  readonly sha256: string;
}

/** A member of a pack, with what its content is known by. */
export interface PackedFile {
  readonly name: string;
  readonly digest: DigestSet;
}

/** An in-toto Statement v1: what is said (`predicate`) about which files (`subject`). */
export interface Statement<Type extends string, Predicate> {
  readonly _type: typeof statementType;
  readonly subject: readonly PackedFile[];
  readonly predicateType: Type;
  readonly predicate: Predicate;
}

/** A key by its digest, as the signature names it; null: the command that signs keeps it to itself. */
export interface NamedSigner {
  readonly keyId: string | null;
}

/** What a pack states of its run, so that a reviewer reads it without unpacking. */
export interface PackPredicate {
  readonly suite: Pick<Results['suite'], 'name' | 'version'> & { readonly digest: DigestSet };
  readonly obligations: { readonly digest: DigestSet };
  readonly sourceDocument: { readonly digest: DigestSet };
  readonly run: Pick<
    Results['run'],
    'id' | 'profile' | 'selfTest' | 'ownSubjects' | 'startedAt' | 'finishedAt' | 'resumed'
  >;
  readonly packedAt: string;
  readonly product: Results['run']['product'];
  readonly target: { readonly name: string; readonly environment: string };
  readonly scope: {
    readonly subjects: Results['run']['subjects'];
    readonly roles: Results['run']['roles'];
    /** How many obligations were planned. */
    readonly planned: number;
  };
  readonly overall: Results['run']['overall'];
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly exchanges: number;
  readonly nonce?: string;
  /** Who signs the statement; absent: it is not signed. */
  readonly signer?: NamedSigner;
  /** Free for statements of others: the suite never writes it, and a sign-off is a member of its own. */
  readonly review?: unknown;
}

/** The content of `manifest.json` (`schemas/manifest.schema.json`). */
export type Manifest = Statement<typeof packType, PackPredicate>;

const digestOf = (text: string): DigestSet => ({ sha256: text.replace(/^sha256:/, '') });

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** What a pack made of these results states. */
export function predicateOf(
  { suite: { name, version, digest }, run, obligations, counts, exchanges }: Results,
  packedAt: Date,
): PackPredicate {
  const { id, profile, selfTest, ownSubjects, startedAt, finishedAt, resumed, target, environment } = run;
  return {
    suite: { name, version, digest: digestOf(digest) },
    obligations: { digest: digestOf(run.obligationsDigest) },
    sourceDocument: { digest: digestOf(run.sourceDigest) },
    run: {
      ...{ id, profile, selfTest, ...(ownSubjects && { ownSubjects }), startedAt, finishedAt },
      ...(resumed && { resumed }),
    },
    packedAt: packedAt.toISOString(),
    product: run.product,
    target: { name: target.name, environment },
    scope: { subjects: run.subjects, roles: run.roles, planned: run.plan.obligations.length },
    overall: run.overall,
    verdicts: Object.fromEntries(obligations.map((row) => [row.id, row.verdict])),
    counts: Object.fromEntries(Object.entries(counts).map(([name, count]) => [camelCase(name), count])),
    exchanges,
    ...(run.nonce !== undefined && { nonce: run.nonce }),
  };
}

/** The manifest over the members of a pack. */
export function manifestOf(
  results: Results,
  files: readonly PackedFile[],
  { packedAt, signer }: { readonly packedAt: Date; readonly signer?: NamedSigner | undefined },
): Manifest {
  return {
    _type: statementType,
    subject: [...files].sort((one, other) => (one.name < other.name ? -1 : 1)),
    predicateType: packType,
    predicate: { ...predicateOf(results, packedAt), ...(signer && { signer }) },
  };
}

const hint = 'ask for the pack again, as conform report --pack wrote it';

/** Reads a manifest; `file` is the pack. Throws a ConfigurationError where it is no manifest of this form. */
export function parseManifest(text: string, file: string): Manifest {
  const place = { file, at: manifestName };
  const value = parseJson(text) as { readonly predicateType?: unknown } | null | undefined;
  if (value === undefined) throw new ConfigurationError('is not JSON', place, hint);
  if (value?.predicateType !== packType)
    throw new ConfigurationError(
      `is no statement of type ${packType}`,
      place,
      'name a pack that conform report --pack wrote, or use the version of the suite that wrote it',
    );
  const [problem] = checkSchema('manifest', value);
  if (problem !== undefined)
    throw new ConfigurationError(
      `does not keep to schemas/manifest.schema.json: ${problem.message}`,
      place,
      hint,
    );
  const manifest = value as unknown as Manifest;
  // Many a file system takes names that differ in case alone for one.
  if (new Set(manifest.subject.map(({ name }) => name.toLowerCase())).size < manifest.subject.length)
    throw new ConfigurationError('names a member twice', place, hint);
  const doubled = findDuplicateMember(text);
  if (doubled !== undefined)
    throw new ConfigurationError(`has a member twice: ${JSON.stringify(doubled)}`, place, hint);
  return manifest;
}
