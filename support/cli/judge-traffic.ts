import type { BasisTarget } from '../judging/basis';
import { basisTarget } from '../judging/basis';
import type { Subject } from '../contract/words';
import { rmSync } from 'node:fs';
import { resultsOf } from '../judging/results-of';
import { requireReady } from '../report/runs/write-run';
import type { Target } from '../targets/target';
import type { TakenTraffic } from '../traffic/ended-traffic';
import { endedTraffic, trafficBasis } from '../traffic/ended-traffic';
import type { FileRecording } from '../traffic/recording-file';
import { recordToFile } from '../traffic/recording-file';
import type { AuditedTraffic } from '../traffic/audit';
import { writeClients } from './client-reports';
import { concludeTraffic } from './conclude';
import type { DraftKind } from './drafts';
import { isOnlyCopy, newDraft, recordingsIn, sweepDrafts, tellLeft } from './drafts';
import type { JudgingOptions } from './judging-options';
import { destinationIn, waiversOf } from './judging-options';
import type { Surroundings } from './surroundings';

interface TrafficOptions extends JudgingOptions {
  /** A report of each client, too. */
  readonly perClient?: true;
}

/** Traffic that is to be judged afterwards. */
interface Traffic {
  readonly profile: 'audit' | 'rejudge';
  readonly target: Target;
  /** Judges all of it, and records it. */
  take(basis: JudgingMeans): Promise<AuditedTraffic | number>;
}

/** By what traffic is judged, and where it is recorded. */
export interface JudgingMeans {
  readonly target: Target;
  readonly everyRule: boolean;
  readonly recording: FileRecording;
}

/** Records and judges traffic, writes and tells the results, and gives the exit code; what fails leaves no recording. */
export async function judgeTraffic(
  traffic: Traffic,
  given: TrafficOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { profile, target } = traffic;
  const everyRule = profile === 'rejudge';
  return await concluding(
    {
      ...{ profile, target: basisTarget(target), draft: 'audit', startedAt: new Date() },
      take: (recording) => traffic.take({ target, everyRule, recording }),
    },
    given,
    surroundings,
  );
}

/** The same for what was judged in parts. */
export async function judgeParts(
  parts: Pick<Traffic, 'profile'> & {
    readonly target: BasisTarget;
    readonly startedAt: Date;
    readonly take: (recording: FileRecording) => Promise<AuditedTraffic>;
  },
  given: TrafficOptions,
  surroundings: Surroundings,
): Promise<number> {
  return concluding({ ...parts, draft: 'audit' }, given, surroundings);
}

interface Concluding {
  readonly profile: TakenTraffic['profile'];
  readonly target: BasisTarget;
  /** What the recording is until its report is written. */
  readonly draft: DraftKind;
  readonly startedAt: Date;
  /** Told of a recording that cannot be written any more. */
  readonly fail?: (error: Error) => void;
  /** Judges all of it, and records it; gives an exit code where there was nothing to judge. */
  readonly take: (recording: FileRecording) => Promise<Taken | number>;
}

type Taken = AuditedTraffic & Pick<TakenTraffic, 'client' | 'txnIds' | 'diagnosis'>;

/** Records, judges and concludes, and gives the exit code; what fails leaves no recording that can be had again. */
export async function concluding(
  { profile, target, draft, startedAt, fail, take }: Concluding,
  given: TrafficOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { subject, only = [], nonce } = given;
  const waived = waiversOf(given);
  const to = destinationIn(given);
  requireReady(to, { stays: profile === 'audit' || profile === 'rejudge' });
  sweepDrafts(to.root, recordingsIn(to));
  // Beside the recording that stands there: it may be what is judged, or gone on with.
  const recording = recordToFile(newDraft(to.root, draft), { nonce, fail });
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
    const results = resultsOf(endedTraffic(basis, judged));
    const { code, folder } = await concludeTraffic(
      results,
      { ...given, to, recording: recording.file, basis },
      surroundings,
    );
    if (given.perClient === true) await writeClients(folder, recording.file, basis, judged);
    rmSync(recording.file, { force: true });
    return code;
  } catch (error) {
    abandon(recording, surroundings);
    throw error;
  }
}

/** What went through a proxy cannot be had again: it stays, though no report could be written. */
function abandon(recording: FileRecording, surroundings: Surroundings): void {
  recording.abandon();
  if (isOnlyCopy(recording.file) && recording.count > 0) tellLeft([recording.file], surroundings);
  else rmSync(recording.file, { force: true });
}
