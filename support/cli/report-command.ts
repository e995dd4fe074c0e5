import { statSync } from 'node:fs';
import { join } from 'node:path';
import { printableLine } from '../contract/printable';
import { renderers } from '../report/files';
import { readSteadyReports, requireApart, requireJudgeable, requirePlace } from '../report/pack/pack-sources';
import { signingKeyName } from '../report/pack/sign';
import type { Manifest } from '../report/pack/statement';
import { writePack } from '../report/pack/write-pack';
import { findReport } from '../report/history/find';
import { packName } from '../report/history/own-files';
import { requireWritable, writeRendered } from '../report/write';
import type { SigningOptions } from './signing';
import { exitCodes } from './exit-codes';
import { loadAllure } from './load-allure';
import { pdfMaker } from './make-pdf';
import { signerOf } from './signing';
import { print } from './print';

interface ReportOptions extends SigningOptions {
  readonly reports: string;
  readonly pack?: string | true;
  readonly allure?: true;
  readonly pdf?: string;
  readonly json?: true;
}

/** A pack that was written. */
interface Written {
  readonly file: string;
  readonly manifest: Manifest;
  /** Absent: it is not signed. */
  readonly signedBy?: string;
}

/** `conform report`: renders reports again, packs them as evidence, prints them, and makes Allure's report of them. */
export async function report(entry: string | undefined, given: ReportOptions): Promise<number> {
  const { reports: root, pack, json, allure, pdf } = given;
  const folder = entry === undefined ? root : findReport(entry, root);
  const file = pack === true ? join(folder, packName) : pack;
  const { makeAllure, requireOwnFolders } = allure ? await loadAllure() : {};
  requireOwnFolders?.(folder);
  if (pdf !== undefined) requirePlace(pdf, folder, Object.keys(renderers), '--pdf');
  if (pdf !== undefined && file !== undefined) requireApart(pdf, file);
  const makePdf = pdf === undefined ? undefined : pdfMaker(pdf);
  const { rendered, packed } = await renderAgain(folder, file, given);
  print(json, asJson(folder, rendered, packed), () => told(folder, rendered, packed));
  const { conforms } = exitCodes;
  const allureCode = (await makeAllure?.(folder)) ?? conforms;
  return Math.max(allureCode, (await makePdf?.(folder)) ?? conforms);
}

/** Renders the report of a folder again, and packs it where a file is named. All that can be refused is refused first. */
export async function renderAgain(
  folder: string,
  file: string | undefined,
  signing: SigningOptions = {},
): Promise<{ readonly rendered: readonly string[]; readonly packed: Written | undefined }> {
  const reports = await readSteadyReports(folder);
  const signer = signerOf(signing, file !== undefined);
  if (file !== undefined) {
    requireJudgeable(reports);
    requirePlace(file, folder, Object.keys(renderers), '--pack');
  }
  requireWritable(folder);
  const texts = writeRendered(folder, reports);
  const rendered = Object.keys(texts);
  if (file === undefined) return { rendered, packed: undefined };
  const manifest = await writePack(file, reports, { signer, rendered: texts });
  const signedBy = signer && { signedBy: signer.keyId ?? 'a key that the command keeps' };
  return { rendered, packed: { file, manifest, ...signedBy } };
}

function asJson(folder: string, rendered: readonly string[], packed: Written | undefined) {
  if (packed === undefined) return { folder, rendered };
  const { file } = packed;
  return { folder, rendered, pack: { ...packed, bytes: statSync(file).size } };
}

function told(folder: string, rendered: readonly string[], packed: Written | undefined): string {
  const lines = rendered.map((name) => `Rendered ${join(folder, name)}`);
  if (lines.length === 0) lines.push(`Nothing is rendered besides ${join(folder, 'results.json')}.`);
  if (packed === undefined) return lines.map(printableLine).join('\n');
  const { file, manifest, signedBy } = packed;
  const signed =
    signedBy === undefined ? `not signed: set ${signingKeyName} to sign it` : `signed by the key ${signedBy}`;
  return [...lines, `Packed ${file}: ${manifest.subject.length} files, ${signed}`]
    .map(printableLine)
    .join('\n');
}
