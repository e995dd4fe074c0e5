import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printableLine } from '../contract/printable';
import { formatCount } from '../contract/format-count';
import { recordingName, resultsName } from '../report/runs/own-files';
import { requireWritable } from '../report/runs/write-run';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import type { Shard } from '../traffic/audit';
import { judgeShard } from '../traffic/audit';
import type { FileRecording } from '../traffic/recording-file';
import { recordToFile } from '../traffic/recording-file';
import { firstPass } from '../traffic/first-pass';
import { ReopenableInputs } from '../traffic/reopenable-inputs';
import type { ShardPart } from '../traffic/shard-part';
import { partName, createShardPart } from '../traffic/shard-part';
import { limitHeapFor } from './heap';
import type { AuditOptions } from './audit-inputs';
import { readHandedOver, collectInputFiles, openAuditInputs } from './audit-inputs';
import { tellingParent, progressBarOn } from './audit-progress';
import { newDraft, newWorkFolder, sweepDrafts } from './drafts';
import { exitCodes } from './exit-codes';
import { removeOnSignal } from './judge-traffic';
import type { Surroundings } from './surroundings';
import { printLine } from './surroundings';

type ShardOptions = AuditOptions & { readonly shard: Shard };

/**
 * `conform audit --shard`: judges one shard of the clients. `conform merge` later derives the verdicts from
 * all shards.
 */
export async function auditShard(
  files: readonly string[],
  target: Target,
  given: ShardOptions,
  surroundings: Surroundings,
): Promise<number> {
  const reports = folderFor(given);
  if (given.clients !== undefined) endWithParent();
  const recording = recordToFile(newDraft(reports, 'audit'));
  using interruption = removeOnSignal(recording, surroundings);
  try {
    const part = await judgePart(files, { target, recording }, given, surroundings);
    recording.finish();
    writePart(reports, part, recording.file);
    interruption.wrote(reports);
    const { clients, exchanges, shard } = part;
    const judged = `${formatCount(clients.length, 'client')}, ${formatCount(exchanges, 'exchange')}`;
    printLine(
      surroundings,
      printableLine(`${reports}: ${judged}; conform merge gives the verdicts of all ${shard.of}`),
    );
    return exitCodes.conforms;
  } catch (error) {
    recording.abandon();
    rmSync(recording.file, { force: true });
    throw error;
  }
}

/** Exits when the parent process ends, because only the parent uses the result of this process. */
function endWithParent(): void {
  process.once('disconnect', () => process.exit(exitCodes.incomplete));
  // Otherwise the listener would keep this process alive.
  process.channel?.unref();
}

function folderFor({ reports, shard: { number } }: ShardOptions): string {
  if (reports === undefined)
    throw new ConfigurationError(
      'is missing',
      { at: '--reports' },
      `name a folder for this part, as in OUT/${number}`,
    );
  requireWritable(reports);
  if (existsSync(join(reports, resultsName)))
    throw new ConfigurationError(
      'holds a report',
      { file: reports, at: '--reports' },
      `name a folder for this part, as in OUT/${number}`,
    );
  sweepDrafts(reports);
  return reports;
}

async function judgePart(
  names: readonly string[],
  { target, recording }: { readonly target: Target; readonly recording: FileRecording },
  given: ShardOptions,
  surroundings: Surroundings,
): Promise<ShardPart> {
  const { shard, rejudge, reports = '', clients } = given;
  const startedAt = new Date().toISOString();
  using work = newWorkFolder(reports);
  const handed = clients === undefined ? undefined : readHandedOver(clients);
  using inputs = new ReopenableInputs(
    handed?.files ?? (await collectInputFiles(names, work.path, given, surroundings)),
  );
  limitHeapFor(inputs.bytes);
  const auditing = {
    target,
    everyRule: rejudge === true,
    recording,
    open: () => openAuditInputs(inputs, given),
    key: handed?.key ?? randomBytes(32),
    watch: handed === undefined ? progressBarOn(surroundings) : tellingParent(),
  };
  const found = handed?.found ?? (await firstPass(auditing));
  const judged = await judgeShard(auditing, found, shard);
  const profile = rejudge === true ? 'rejudge' : 'audit';
  return createShardPart(judged, found, { target, profile, shard, startedAt, exchanges: recording.count });
}

/**
 * Writes `part.json` last and by renaming: a folder counts as a part once `part.json` exists, and its
 * recording must be complete by then.
 */
function writePart(reports: string, part: ShardPart, recording: string): void {
  rmSync(join(reports, partName), { force: true });
  renameSync(recording, join(reports, recordingName));
  writeFileSync(join(reports, `.${partName}`), `${JSON.stringify(part)}\n`);
  renameSync(join(reports, `.${partName}`), join(reports, partName));
}
