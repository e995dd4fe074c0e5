import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { renderers } from '../report/files';
import type { Manifest } from '../report/pack/manifest';
import { readSteadyReports, requirePackPlace } from '../report/pack/pack-sources';
import { readSigningKey, signingKeyName } from '../report/pack/signature';
import { writePack } from '../report/pack/write-pack';
import { findReport } from '../report/history/find';
import { requireWritable, writeRendered } from '../report/write';
import { ending } from './boundary';
import { options } from './options';
import { print } from './print';

interface ReportOptions {
  readonly reports: string;
  readonly pack?: string | true;
  readonly json?: true;
}

/** A pack that was written. */
interface Written {
  readonly file: string;
  readonly manifest: Manifest;
}

/** `conform report`: renders reports again, and packs them as evidence. */
export function addReportCommand(conform: Command): void {
  conform
    .command('report')
    .description('Render the reports of a run again from results.json and recording.jsonl, and pack them.')
    .argument('[entry]', 'an earlier report: its name in the history, the beginning of its id, or its folder')
    .addOption(options.from())
    .option(
      '--pack [file]',
      `write an evidence pack too, evidence-pack.zip in the folder unless a file is named; signed where ${signingKeyName} holds a private Ed25519 key`,
    )
    .addOption(options.json('what was written as JSON'))
    .action(ending(report));
}

async function report(
  entry: string | undefined,
  { reports: root, pack, json }: ReportOptions,
): Promise<number> {
  const folder = entry === undefined ? root : findReport(entry, root);
  const reports = await readSteadyReports(folder);
  const file = pack === true ? join(folder, 'evidence-pack.zip') : pack;
  // All that can be refused is refused before anything is written.
  const key = file === undefined ? undefined : readSigningKey();
  if (file !== undefined) requirePackPlace(file, reports, Object.keys(renderers));
  requireWritable(folder);
  const texts = writeRendered(folder, reports);
  const rendered = Object.keys(texts);
  const packed =
    file === undefined
      ? undefined
      : { file, manifest: await writePack(file, reports, { key, rendered: texts }) };
  print(json, asJson(folder, rendered, packed), () => told(folder, rendered, packed));
  return 0;
}

function asJson(folder: string, rendered: readonly string[], packed: Written | undefined) {
  if (packed === undefined) return { folder, rendered };
  const { file, manifest } = packed;
  return { folder, rendered, pack: { file, bytes: statSync(file).size, manifest } };
}

function told(folder: string, rendered: readonly string[], packed: Written | undefined): string {
  const lines = rendered.map((name) => `Rendered ${join(folder, name)}`);
  if (lines.length === 0) lines.push(`Nothing is rendered besides ${join(folder, 'results.json')}.`);
  if (packed === undefined) return lines.join('\n');
  const { file, manifest } = packed;
  const { signature, files } = manifest;
  const signed =
    signature === undefined
      ? `not signed: set ${signingKeyName} to sign it`
      : `signed by the key ${signature.publicKey}`;
  return [...lines, `Packed ${file}: ${files.length} files, ${signed}`].join('\n');
}
