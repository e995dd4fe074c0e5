import { statSync } from 'node:fs';
import { join } from 'node:path';
import { printableLine } from '../contract/printable';
import { renderers } from '../report/files';
import { decisionWords } from '../report/model/sign-off';
import type { ReportSnapshot } from '../report/pack/pack-sources';
import { findReport } from '../report/runs/find-run';
import { copyRerenderedFiles } from '../report/runs/history';
import { folderOfShownRun } from '../report/runs/kept-run';
import { packName } from '../report/runs/own-files';
import {
  readReportSnapshot,
  requireApart,
  requireJudgeable,
  requireValidOutputPath,
} from '../report/pack/pack-sources';
import type { Signer } from '../report/pack/sign';
import { commandSigner, keySigner, readSigningKey, signingKeyVariable } from '../report/pack/sign';
import type { Manifest } from '../report/pack/statement';
import { writePack } from '../report/pack/write-pack';
import { requireWritable, writeRendered } from '../report/runs/write-run';
import type { ReviewerDecision, SignOff } from '../report/sign-off/sign-off';
import { digestIn, signOffDigestIn, writeSignOff } from '../report/sign-off/write-sign-off';
import { ConfigurationError } from '../targets/errors';
import { readVerifyingKey } from '../targets/verifying-key';
import type { DecisionOptions } from './decided';
import { decisionFromOptions } from './decided';
import { exitCodes } from './exit-codes';
import { loadAllure } from './load-allure';
import { pdfMaker } from './make-pdf';
import type { Surroundings } from './surroundings';
import { printResult } from './surroundings';

interface ReportOptions extends SigningOptions, DecisionOptions {
  readonly reports: string;
  readonly pack?: string | true;
  readonly allure?: true;
  readonly pdf?: string;
  readonly json?: true;
}

interface Written {
  readonly file: string;
  readonly manifest: Manifest;
  /**
   * Id of the signing key, or a generic description if the signing command does not reveal the key;
   * `undefined` if the pack is not signed.
   */
  readonly signedBy?: string;
}

interface Again {
  readonly rendered: readonly string[];
  /** The sign-off that this command wrote; `undefined` without --sign-off. */
  readonly signOff?: SignOff;
  readonly packed?: Written;
}

/**
 * `conform report`: renders a report again. Options also sign the report off, pack it as evidence, print it
 * as PDF, or make Allure's report.
 */
export async function report(
  [entry]: readonly string[],
  given: ReportOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { reports: root, pack, json, allure, pdf } = given;
  const decided = decisionFromOptions(given);
  // Without an entry, write Allure's folders to the reports folder, not to the run's own folder: Allure's
  // history continues from run to run.
  const place = entry === undefined ? root : findReport(entry, root);
  const folder = folderOfShownRun(place);
  const file = pack === true ? join(folder, packName) : pack;
  const { makeAllure, requireOwnFolders } = allure ? await loadAllure() : {};
  requireOwnFolders?.(place);
  if (pdf !== undefined) requireValidOutputPath(pdf, folder, Object.keys(renderers), '--pdf');
  if (pdf !== undefined && file !== undefined) requireApart(pdf, file);
  const makePdf = pdf === undefined ? undefined : pdfMaker(pdf);
  const made = await rerenderReport(folder, file, { ...given, decided }, surroundings.env);
  printResult(surroundings, json, asJson(folder, made), () => told(folder, made));
  const { conforms } = exitCodes;
  const allureCode = (await makeAllure?.(folder, place, surroundings)) ?? conforms;
  return Math.max(allureCode, (await makePdf?.(folder, surroundings)) ?? conforms);
}

/**
 * Renders the report in a folder again. Signs the report off first if there is a decision, and packs it if
 * `file` is set. Checks its input before it changes any file.
 * @param file path of the evidence pack
 */
export async function rerenderReport(
  folder: string,
  file: string | undefined,
  { decided, ...signing }: SigningOptions & { readonly decided?: ReviewerDecision | undefined } = {},
  env = process.env,
): Promise<Again> {
  const before = await readReportSnapshot(folder);
  const signer = signerOf(signing, file !== undefined, env);
  const isInRun = file === join(folder, packName);
  if (file !== undefined) {
    requireJudgeable(decided === undefined ? before : { ...before, signOff: undefined });
    requireValidOutputPath(file, folder, Object.keys(renderers), '--pack');
  }
  requireWritable(folder);
  const signOff = decided && (await signOffOf(before, decided));
  const reports = signOff === undefined ? before : await readReportSnapshot(folder);
  const stillRight = (): boolean => {
    reports.requireUnchanged();
    return true;
  };
  const texts = writeRendered(folder, reports, { stillRight });
  const made = { rendered: Object.keys(texts), ...(signOff && { signOff }) };
  if (file === undefined) return made;
  const manifest = await writePack(file, reports, { signer, rendered: texts });
  if (isInRun) copyRerenderedFiles(folder, { pack: true });
  const signedBy = signer && { signedBy: signer.keyId ?? 'a key that the command keeps' };
  return { ...made, packed: { file, manifest, ...signedBy } };
}

/**
 * Signs off the results that were read. Throws a ConfigurationError if other results replaced them meanwhile,
 * which can happen because a long recording is slow to read.
 */
async function signOffOf(read: ReportSnapshot, decided: ReviewerDecision): Promise<SignOff> {
  const { folder } = read;
  read.requireUnchanged();
  return writeSignOff(folder, decided, { digest: digestIn(folder), standing: signOffDigestIn(folder) });
}

function asJson(folder: string, { packed, ...made }: Again) {
  if (packed === undefined) return { folder, ...made };
  return { folder, ...made, pack: { ...packed, bytes: statSync(packed.file).size } };
}

function told(folder: string, { rendered, signOff, packed }: Again): string {
  const lines = [
    ...(signOff === undefined ? [] : [`Signed off: ${decisionWords[signOff.decision]} by ${signOff.name}`]),
    ...rendered.map((name) => `Rendered ${join(folder, name)}`),
    ...(rendered.length > 0 ? [] : [`Nothing is rendered besides ${join(folder, 'results.json')}.`]),
    ...(packed === undefined ? [] : [packedText(packed)]),
  ];
  return lines.map(printableLine).join('\n');
}

function packedText({ file, manifest, signedBy }: Written): string {
  const signed =
    signedBy === undefined
      ? `not signed: set ${signingKeyVariable} to sign it`
      : `signed by the key ${signedBy}`;
  return `Packed ${file}: ${manifest.subject.length} files, ${signed}`;
}

interface SigningOptions {
  readonly signWith?: string;
  readonly publicKey?: string;
}

/**
 * Returns the signer of the pack to write: a command, or the private key in the environment. Returns
 * `undefined` if no pack is written, or if no signer is configured. Throws a ConfigurationError if the
 * options are inconsistent, or if both signers are configured.
 */
function signerOf(
  { signWith, publicKey }: SigningOptions,
  isWanted: boolean,
  env: NodeJS.ProcessEnv,
): Signer | undefined {
  const at = signWith === undefined ? '--public-key' : '--sign-with';
  if (publicKey !== undefined && signWith === undefined)
    throw new ConfigurationError('goes with --sign-with', { at }, 'name the command that signs');
  if (signWith !== undefined && !isWanted)
    throw new ConfigurationError('has nothing to sign', { at }, 'add --pack');
  if (!isWanted) return undefined;
  if (signWith === undefined) {
    const key = readSigningKey(env);
    return key && keySigner(key);
  }
  if (env[signingKeyVariable] !== undefined)
    throw new ConfigurationError(`stands beside ${signingKeyVariable}`, { at }, 'unset one of them');
  const key = publicKey === undefined ? undefined : readVerifyingKey(publicKey, '--public-key');
  return commandSigner(signWith, key);
}
