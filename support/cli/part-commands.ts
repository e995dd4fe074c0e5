import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordingName } from '../report/runs/own-files';
import { whyNoExchange } from '../report/no-exchange';
import { requireReady, requireWritable } from '../report/runs/write-run';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import { recordToFile } from '../traffic/file-recording';
import { Inputs } from '../traffic/inputs';
import { judgePartition, openPartition, sweepPartition } from '../traffic/parts/judge-partition';
import { mergeParts, readParts } from '../traffic/parts/merge-parts';
import { partName } from '../traffic/parts/part';
import { splitInputs } from '../traffic/parts/split-inputs';
import { requireNonce } from '../traffic/sources';
import { counted } from '../contract/counted';
import { printableLine } from '../contract/printable';
import { newDraft, sweepDrafts } from './drafts';
import { exitCodes } from './exit-codes';
import { judgeParts } from './judge-traffic';
import type { JudgingOptions } from './judging-options';
import { destinationIn } from './judging-options';
import type { Surroundings } from './surroundings';
import { say } from './surroundings';

/** `conform audit --split`: writes traffic to the partitions of its clients. */
export async function splitFiles(
  files: readonly string[],
  target: Target,
  { of, out = '', nonce }: JudgingOptions & { readonly of: number; readonly out?: string },
  surroundings: Surroundings,
): Promise<number> {
  if (files.includes('-'))
    throw new ConfigurationError(
      'cannot be split: inputs are told apart by name',
      { file: '-' },
      'write it to a file first',
    );
  using inputs = await Inputs.of(files);
  const sources = await inputs.open();
  for (const source of sources) requireNonce(source, nonce);
  requireWritable(out);
  const all = await splitInputs(sources, { parts: out, of, target });
  for (const { name, form, lines, others, brokenCount, cut } of all) {
    const entries = Object.values(lines).reduce((sum, each) => sum + each, 0);
    const flawed =
      brokenCount === 0 ? '' : `, ${counted(brokenCount, 'entry', 'entries')} that cannot be read`;
    const why = whyNoExchange({ form, exchanges: entries, others, brokenCount, cut });
    const notes = [
      ...(cut === undefined ? [] : [`not read to its end: ${cut}`]),
      ...(why === undefined ? [] : [`no exchange: ${why}`]),
    ];
    say(
      surroundings,
      printableLine([`${name}: ${counted(entries, 'entry', 'entries')}${flawed}`, ...notes].join('; ')),
    );
  }
  say(
    surroundings,
    `${printableLine(out)} holds raw traffic, secrets among it. Delete it once it is judged, or judge with --sweep.`,
  );
  return exitCodes.conforms;
}

/** `conform audit --partition`: judges one partition; the verdicts come with all of them. */
export async function judgePart(
  folder: string,
  target: Target,
  { reports, sweep }: JudgingOptions & { readonly sweep?: true },
  surroundings: Surroundings,
): Promise<number> {
  if (reports === undefined)
    throw new ConfigurationError(
      'is missing',
      { at: '--reports' },
      'name a folder for this part, as in OUT/0',
    );
  const partition = openPartition(folder, target);
  requireWritable(reports);
  mkdirSync(reports, { recursive: true });
  sweepDrafts(reports);
  const recording = recordToFile(newDraft(reports, 'audit'));
  try {
    const part = await judgePartition(partition, target, recording);
    recording.finish();
    // A part counts once it is called so: its recording stands there before.
    rmSync(join(reports, partName), { force: true });
    renameSync(recording.file, join(reports, recordingName));
    writeFileSync(join(reports, `.${partName}`), `${JSON.stringify(part)}\n`);
    renameSync(join(reports, `.${partName}`), join(reports, partName));
    const { clients, exchanges } = part;
    say(
      surroundings,
      `${printableLine(folder)}: ${counted(clients.length, 'client')}, ${counted(exchanges, 'exchange')}; conform merge gives the verdicts`,
    );
  } catch (error) {
    recording.abandon();
    rmSync(recording.file, { force: true });
    throw error;
  }
  if (sweep === true && !sweepPartition(partition))
    say(
      surroundings,
      `${printableLine(folder)} stays: tokens claim other clients than they were granted to, so that each task reads all partitions. Delete them yourself.`,
    );
  return exitCodes.conforms;
}

interface MergeOptions extends JudgingOptions {
  readonly perClient?: true;
}

/** `conform merge`: makes one report of the parts that were judged. */
export async function merge(
  folders: readonly string[],
  given: MergeOptions,
  surroundings: Surroundings,
): Promise<number> {
  const parts = readParts(folders);
  const to = destinationIn(given);
  const inside = folders.find((folder) => resolve(folder) === resolve(to.root));
  if (inside !== undefined)
    throw new ConfigurationError('holds a part', { file: inside, at: '--reports' }, 'name another folder');
  requireReady(to);
  const [first] = parts;
  if (first === undefined) return exitCodes.incomplete;
  const startedAt = new Date(Math.min(...parts.map(({ part }) => Date.parse(part.startedAt))));
  const { target } = first.part;
  return judgeParts(
    { target, startedAt, take: (recording) => mergeParts(parts, recording) },
    given,
    surroundings,
  );
}
