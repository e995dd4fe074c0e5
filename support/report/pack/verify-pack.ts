import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { findDuplicateMember, parseJson } from '../../contract/json';
import { identifySuite } from '../../judging/build-results';
import type { Results } from '../../judging/results';
import { renderers } from '../files';
import { cucumberFileNames } from '../messages';
import type { SignatureCheck } from './envelope';
import { checkSignature, dsseFileName, signatureNames } from './envelope';
import { judgePack } from './judge-pack';
import { impossibleTimes } from './pack-times';
import { unknownProfileIn } from './profile-odds';
import type { Manifest, PackPredicate, PackedFile } from './statement';
import { manifestName, parseManifest, predicateOf } from './statement';
import type { ZipLimits } from './zip-layout';
import type { OpenZip, SeenMember } from './zip';
import { withZip } from './zip';
import { basisName, recordingName, resultsName, signOffName } from '../runs/own-files';
import { parseResults } from '../runs/read-run';
import type { FoundSignOff, SignOff } from '../sign-off/sign-off';
import { parseSignOff } from '../sign-off/sign-off';
import { suiteName } from '../wording';
import { ConfigurationError } from '../../targets/errors';

/** What was found out about a pack. */
export interface PackVerification extends SignatureCheck {
  readonly manifest: Manifest;
  /** Members whose content is not the one that the manifest names. */
  readonly changed: readonly string[];
  /** Members that the manifest does not name. */
  readonly added: readonly string[];
  /** Members that the manifest names, or every pack has, and this one lacks. */
  readonly missing: readonly string[];
  /** What the manifest or a member says that does not follow from the recording, or cannot be. */
  readonly contradictions: readonly string[];
  /** Whether the recording was judged again; it is not where members are not those of the manifest. */
  readonly judgedAgain: boolean;
  /** The suite that it takes to judge it again, where that is another one. */
  readonly needs?: string;
  /**
   * The suite that rendered its files, where that is another one, which judges as this one does: digests alone cover
   * them.
   */
  readonly renderedBy?: string;
  /**
   * The name of the field profile in the results, if no operator signed the profile and this version does not know it.
   * The profile was then not compared.
   */
  readonly unknownProfile?: string;
  /**
   * The decision of a reviewer that it holds, which is about these results; whether they wrote it, a signature shows.
   */
  readonly signOff?: SignOff;
  /** Its manifest, byte for byte, and the envelope that signs it: a sign-off beside the pack is held against both. */
  readonly sealed: { readonly manifest: Buffer; readonly envelope?: string };
  /** Its results; absent where its members are not those of the manifest, or hold none. */
  readonly results?: Results;
}

/** What a pack is checked for. */
interface Checking {
  /** Of the expected signers, any of whom will do; empty: a signature is not checked. */
  readonly keys?: readonly KeyObject[];
  /** The certifier's nonce. */
  readonly nonce?: string | undefined;
  /** Reads the public key that must have signed the field profile of the target. Called only if that is signed. */
  readonly profileKey?: () => KeyObject | undefined;
  /** The present, by which times are judged. */
  readonly now?: Date;
  readonly limits?: ZipLimits;
}

/** What no pack is without. */
const indispensable = [recordingName, resultsName, basisName, ...Object.keys(renderers)];

/** What a pack may have besides, for one of which there has to be the other. */
const dispensable = [signOffName, ...cucumberFileNames];

const lookedInto = [resultsName, basisName, signOffName];

/**
 * Checks a pack against its own manifest, its manifest against a key, and all that it says against its recording, which
 * is judged again; offline. Throws a ConfigurationError for a file that is not a pack, or is not safe to read.
 */
export function verifyPack(file: string, { limits, ...checking }: Checking = {}): Promise<PackVerification> {
  return withZip(file, (zip) => verifyZip(zip, file, checking), { ...(limits && { limits }) });
}

async function verifyZip(zip: OpenZip, file: string, checking: Checking): Promise<PackVerification> {
  const { names } = zip;
  if (!names.includes(manifestName)) throw zip.refuse(`is no evidence pack: it holds no ${manifestName}`);
  const bytes = await readWhole(zip, manifestName, file);
  const manifest = parseManifest(bytes.toString('utf8'), file);
  const { signer } = manifest.predicate;
  const own = [manifestName, ...(signer === undefined ? [] : signatureNames)];
  const members = new Map<string, SeenMember>();
  for (const name of names.filter((each) => !own.includes(each)))
    members.set(name, await zip.read(name, lookedInto.includes(name)));
  const listed = new Set(manifest.subject.map(({ name }) => name));
  const found = {
    changed: manifest.subject.filter((each) => differs(each, members.get(each.name))).map(({ name }) => name),
    added: names.filter((name) => !own.includes(name) && !listed.has(name)),
    missing: [...listed.union(new Set([...indispensable, ...own]))]
      .filter((name) => !names.includes(name))
      .sort(),
  };
  const place = {
    names: own.filter((name) => names.includes(name)),
    named: signer?.keyId,
    read: (name: string) => readWhole(zip, name, file),
  };
  const signature = await checkSignature(bytes, checking.keys ?? [], place);
  const isEnveloped = place.names.includes(dsseFileName);
  const isAsMade = Object.values(found).every((each) => each.length === 0);
  const judged = isAsMade
    ? await judge({ zip, manifest, members }, checking.profileKey)
    : { contradictions: [], judgedAgain: false };
  return {
    manifest,
    ...found,
    ...signature,
    ...judged,
    sealed: { manifest: bytes, ...(isEnveloped && { envelope: String(await place.read(dsseFileName)) }) },
    contradictions: [
      ...impossibleTimes(manifest, checking.now ?? new Date()),
      ...nonceOdds(manifest, checking.nonce),
      ...lookedInto.flatMap((name) => doubledIn(name, members.get(name)?.content)),
      ...judged.contradictions,
    ],
  };
}

function differs(listed: PackedFile, found: SeenMember | undefined): boolean {
  return found !== undefined && found.sha256 !== listed.digest.sha256;
}

/** Two members of one name: who reads the first reads another document than who reads the last. */
function doubledIn(name: string, content: Buffer | undefined): string[] {
  const text = content?.toString('utf8') ?? '';
  const doubled = parseJson(text) === undefined ? undefined : findDuplicateMember(text);
  return doubled === undefined ? [] : [`${name} has a member twice: ${JSON.stringify(doubled)}`];
}

/** Whatever follows from no recording would stand there with the authority of what does. */
function strangersAmong(names: Iterable<string>): string[] {
  const known = new Set([...indispensable, ...dispensable]);
  const all = new Set(names);
  const [messages, page] = cucumberFileNames;
  if (!all.has(messages)) known.delete(page);
  return [...all.difference(known)].map((name) => `${name} is no member that a pack has`);
}

function nonceOdds({ predicate: { nonce } }: Manifest, wanted: string | undefined): string[] {
  if (wanted === undefined || nonce === wanted) return [];
  return [
    `the nonce: the run was made ${nonce === undefined ? 'without one' : `for ${nonce}`}, and not for ${wanted}`,
  ];
}

/** An open pack, with its manifest and members. */
interface ReadPack {
  readonly zip: OpenZip;
  readonly manifest: Manifest;
  readonly members: ReadonlyMap<string, SeenMember>;
}

/** Judges a pack again whose members are those of its manifest, if this suite has the rules that judged it. */
async function judge(
  { zip, manifest, members }: ReadPack,
  profileKey: Checking['profileKey'],
): Promise<
  Pick<
    PackVerification,
    'contradictions' | 'judgedAgain' | 'needs' | 'renderedBy' | 'unknownProfile' | 'signOff' | 'results'
  >
> {
  const textOf = (name: string): string => members.get(name)?.content?.toString('utf8') ?? '';
  let results: Results;
  try {
    results = parseResults(textOf(resultsName), resultsName);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { contradictions: [`${resultsName} ${error.message}`], judgedAgain: false };
  }
  const found = signOffOf(members, results);
  const flaws = found !== undefined && 'flaw' in found ? [`${signOffName} ${found.flaw}`] : [];
  const signOff = found !== undefined && 'signOff' in found ? found : {};
  const contradictions = [...contradictionsIn(manifest, results), ...flaws];
  const [own, { suite }] = [identifySuite(), results];
  if (suite.name !== own.name || suite.judging !== own.judging)
    return { contradictions, judgedAgain: false, needs: suiteName(suite), results, ...signOff };
  const isRenderedHere = isDeepStrictEqual(suite, own);
  const unknownProfile = unknownProfileIn(results.run);
  return {
    contradictions: [
      ...strangersAmong(members.keys()),
      ...contradictions,
      ...(await judgePack({ zip, members, results, signOff: found, isRenderedHere, profileKey })),
    ],
    judgedAgain: true,
    ...(!isRenderedHere && { renderedBy: suiteName(suite) }),
    ...(unknownProfile !== undefined && { unknownProfile }),
    results,
    ...signOff,
  };
}

function signOffOf(members: ReadonlyMap<string, SeenMember>, results: Results): FoundSignOff | undefined {
  const text = members.get(signOffName)?.content?.toString('utf8');
  const digest = `sha256:${members.get(resultsName)?.sha256 ?? ''}`;
  return text === undefined ? undefined : parseSignOff(text, { results, digest });
}

async function readWhole(zip: OpenZip, name: string, file: string): Promise<Buffer> {
  const { content } = await zip.read(name, true);
  if (content !== undefined) return content;
  const hint = 'it was damaged or changed: ask for the pack again';
  throw new ConfigurationError('cannot be unpacked', { file, at: name }, hint);
}

/** Whether what was found speaks against a pack; one that takes another suite to be judged is left open. */
export function isRefuted(verified: PackVerification, isKeyGiven: boolean): boolean {
  const { changed, added, missing, contradictions, signature } = verified;
  const odds = [changed, added, missing, contradictions].flat();
  return odds.length > 0 || signature === 'wrong' || (isKeyGiven && signature !== 'valid');
}

/** Whether a reviewer can rely on it: all follows from the recording, and it is by the one who was asked for. */
export function isSound(verified: PackVerification, isKeyGiven: boolean): boolean {
  return !isRefuted(verified, isKeyGiven) && !needsAnotherVersion(verified);
}

/** Whether this version of the suite cannot check a part of the pack, and another version may be able to. */
export function needsAnotherVersion({ judgedAgain, unknownProfile }: PackVerification): boolean {
  return !judgedAgain || unknownProfile !== undefined;
}

/** Where a manifest differs from results.json; one sentence each. */
function contradictionsIn(manifest: Manifest, results: Results): string[] {
  const { predicate } = manifest;
  const { review, packedAt, signer, ...stated } = predicate;
  // As JSON has it: without members that are undefined.
  const wanted = asJson(predicateOf(results, new Date(packedAt))) as PackPredicate;
  const names = Object.keys({ ...stated, ...wanted }).filter(
    (name) => name !== 'packedAt',
  ) as (keyof typeof stated)[];
  return names
    .filter((name) => !isDeepStrictEqual(stated[name], wanted[name]))
    .map(
      (name) =>
        `${name}: the manifest says ${shown(stated[name], wanted[name])}, and results.json ${shown(wanted[name], stated[name])}`,
    );
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** Of what has many members, those that differ from the other. */
function shown(value: unknown, other: unknown): string {
  if (typeof value !== 'object' || value === null || typeof other !== 'object' || other === null)
    return value === undefined ? 'nothing' : JSON.stringify(value);
  const differing = Object.entries(value).filter(
    ([name, each]) => !isDeepStrictEqual(each, (other as Readonly<Record<string, unknown>>)[name]),
  );
  return JSON.stringify(Object.fromEntries(differing)).slice(0, 200);
}
