import type { BasisTarget } from '../judging/basis';
import { basisTarget } from '../judging/basis';
import type { Subject } from '../contract/words';
import { rmSync } from 'node:fs';
import { printableLine } from '../contract/printable';
import { buildResults } from '../judging/build-results';
import { requireReady } from '../report/runs/write-run';
import type { Target } from '../targets/target';
import type { CapturedTraffic } from '../traffic/ended-traffic';
import { trafficResultsInput, trafficBasis } from '../traffic/ended-traffic';
import type { FileRecording } from '../traffic/recording-file';
import { recordToFile } from '../traffic/recording-file';
import type { AuditedTraffic } from '../traffic/audit';
import { writeClients } from './client-reports';
import { concludeTraffic } from './report-outcome';
import type { DraftKind } from './drafts';
import { isOnlyCopy, newDraft, recordingsIn, sweepDrafts, printLeftRecordings } from './drafts';
import type { JudgingOptions } from './judging-options';
import { reportDestinationOf, loadWaiversOption } from './judging-options';
import { beforeEndBySignal, describeStop } from './stop';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

interface TrafficOptions extends JudgingOptions {
  readonly perClient?: true;
}

interface Traffic {
  readonly profile: 'audit' | 'rejudge';
  readonly target: Target;
  /**
   * Judges and records the traffic. Returns an exit code instead of results if the command must end without a
   * report.
   */
  take(basis: JudgingMeans): Promise<AuditedTraffic | number>;
}

/** The target and the rules for judging traffic, and the recording that receives the traffic. */
export interface JudgingMeans {
  readonly target: Target;
  readonly everyRule: boolean;
  readonly recording: FileRecording;
}

/**
 * Judges and records traffic, writes and prints the results, and returns the exit code. Deletes the recording
 * if anything fails.
 */
export async function judgeTraffic(
  traffic: Traffic,
  given: TrafficOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { profile, target } = traffic;
  const everyRule = profile === 'rejudge';
  return await judgeAndConclude(
    {
      ...{ profile, target: basisTarget(target), draft: 'audit', startedAt: new Date() },
      take: (recording) => traffic.take({ target, everyRule, recording }),
    },
    given,
    surroundings,
  );
}

/**
 * Combines the results of traffic that was judged in parts, writes and prints the combined results, and
 * returns the exit code.
 */
export async function judgeParts(
  parts: Pick<Traffic, 'profile'> & {
    readonly target: BasisTarget;
    readonly startedAt: Date;
    readonly take: (recording: FileRecording) => Promise<AuditedTraffic>;
  },
  given: TrafficOptions,
  surroundings: Surroundings,
): Promise<number> {
  return judgeAndConclude({ ...parts, draft: 'audit' }, given, surroundings);
}

interface Concluding {
  readonly profile: CapturedTraffic['profile'];
  readonly target: BasisTarget;
  /** The kind of file that contains the recording until its report is written. */
  readonly draft: DraftKind;
  readonly startedAt: Date;
  /** Called if the recording can no longer be written. */
  readonly fail?: (error: Error) => void;
  /**
   * Judges and records the traffic. Returns an exit code instead of results if the command must end without a
   * report.
   */
  readonly take: (recording: FileRecording) => Promise<Taken | number>;
}

type Taken = AuditedTraffic & Pick<CapturedTraffic, 'client' | 'txnIds' | 'diagnosis'>;

/**
 * Judges and records traffic, writes and prints the results, and returns the exit code. If anything fails,
 * keeps the recording only if a proxy recorded it.
 */
export async function judgeAndConclude(
  { profile, target, draft, startedAt, fail, take }: Concluding,
  given: TrafficOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { subject, only = [], nonce } = given;
  const waived = loadWaiversOption(given);
  const to = reportDestinationOf(given);
  requireReady(to, { stays: profile === 'audit' || profile === 'rejudge' });
  sweepDrafts(to.root, recordingsIn(to));
  // Record to a new file, because this command may be reading the existing recording in the folder.
  const recording = recordToFile(newDraft(to.root, draft), { nonce, fail });
  // A command that serves has its own handlers: a signal ends its serving, and not the process.
  using interruption = fail === undefined ? removeOnSignal(recording, surroundings) : undefined;
  try {
    const taken = await take(recording);
    if (typeof taken === 'number') {
      abandon(recording, surroundings);
      return taken;
    }
    const { judged, ...others } = taken;
    const subjects: readonly Subject[] = subject === undefined ? ['service', 'integrator'] : [subject];
    const basis = trafficBasis({ profile, target, subjects, only, startedAt, nonce, ...others, ...waived });
    recording.finish();
    const results = buildResults(trafficResultsInput(basis, judged));
    const { code, folder } = await concludeTraffic(
      results,
      { ...given, to, recording: recording.file, basis },
      surroundings,
    );
    interruption?.wrote(folder);
    if (given.perClient === true) await writeClients(folder, recording.file, basis, judged);
    rmSync(recording.file, { force: true });
    return code;
  } catch (error) {
    abandon(recording, surroundings);
    throw error;
  }
}

/** Until it is disposed of, a signal removes the recording, prints one line about the report, and ends the process. */
export function removeOnSignal(
  recording: FileRecording,
  surroundings: Surroundings,
): Disposable & { readonly wrote: (folder: string) => void } {
  let written = 'nothing was written';
  const unheard = beforeEndBySignal((signal) => {
    recording.abandon();
    rmSync(recording.file, { force: true });
    printErrorLine(surroundings, `${describeStop(signal)}: ${written}.`);
  });
  return {
    wrote(folder) {
      written = `what was judged was written to ${printableLine(folder)}`;
    },
    [Symbol.dispose]: unheard,
  };
}

/** Abandons a recording and removes its file. Keeps the file if it is a proxy's only copy of the traffic. */
function abandon(recording: FileRecording, surroundings: Surroundings): void {
  recording.abandon();
  if (isOnlyCopy(recording.file) && recording.count > 0) printLeftRecordings([recording.file], surroundings);
  else rmSync(recording.file, { force: true });
}
