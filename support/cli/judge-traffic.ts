import type { BasisTarget } from '../judging/basis';
import { basisTarget } from '../judging/basis';
import type { Subject } from '../contract/words';
import { mkdirSync, rmSync } from 'node:fs';
import type { EnvironmentError } from '../contract/outcome';
import { resultsOf } from '../judging/results-of';
import { folderOf } from '../report/history/shelves';
import { requireReady } from '../report/write';
import { targetContext } from '../run/run';
import type { Target } from '../targets/target';
import { endedTraffic, trafficBasis } from '../traffic/ended-traffic';
import type { FileRecording } from '../traffic/file-recording';
import { recordToFile } from '../traffic/file-recording';
import { spillInto } from '../traffic/spill-file';
import type { AuditedTraffic } from '../traffic/clients/audit-clients';
import type { RuleContext } from '../obligations';
import { writeClients } from './client-reports';
import { concludeTraffic } from './conclude';
import type { DraftKind } from './drafts';
import { isOnlyCopy, newDraft, sweepDrafts, tellLeft } from './drafts';
import type { JudgingOptions } from './options';
import { destinationIn, waiversOf } from './options';

interface TrafficOptions extends JudgingOptions {
  /** A report of each client, too. */
  readonly perClient?: true;
}

/** Traffic that is to be judged. */
interface Traffic {
  readonly profile: 'audit' | 'proxy' | 'rejudge';
  readonly target: Target;
  /** What its recording is until its report is written; by default one that can be had again. */
  readonly draft?: DraftKind;
  /** Told of a recording that cannot be written any more. */
  readonly fail?: (error: EnvironmentError) => void;
  /** Judges all of it, and records it. */
  take(bench: Bench): Promise<AuditedTraffic>;
}

/** By what traffic is judged, and where it is recorded. */
export interface Bench {
  readonly target: Target;
  readonly context: RuleContext;
  readonly everyRule: boolean;
  readonly recording: FileRecording;
}

/** Records and judges traffic, writes and tells the results, and gives the exit code; what fails leaves no recording. */
export async function judgeTraffic(traffic: Traffic, given: TrafficOptions): Promise<number> {
  const { profile, target, draft = 'audit', fail } = traffic;
  const everyRule = profile === 'rejudge';
  const to = destinationIn(given, profile === 'proxy' ? 'proxy' : 'audit');
  using spill = spillInto(folderOf(to));
  const context = { ...targetContext(target), spill };
  return await concluding(
    { profile, target: basisTarget(target), draft, fail, startedAt: new Date() },
    (recording) => traffic.take({ target, context, everyRule, recording }),
    given,
  );
}

/** The same for what was judged in parts. */
export async function judgeParts(
  parts: {
    readonly target: BasisTarget;
    readonly startedAt: Date;
    readonly take: (recording: FileRecording) => Promise<AuditedTraffic>;
  },
  given: TrafficOptions,
): Promise<number> {
  const { target, startedAt, take } = parts;
  return concluding({ profile: 'audit', target, draft: 'audit', startedAt }, take, given);
}

interface About {
  readonly profile: Traffic['profile'];
  readonly target: BasisTarget;
  readonly draft: DraftKind;
  readonly fail?: Traffic['fail'];
  readonly startedAt: Date;
}

async function concluding(
  { profile, target, draft, fail, startedAt }: About,
  take: (recording: FileRecording) => Promise<AuditedTraffic>,
  given: TrafficOptions,
): Promise<number> {
  const { subject, only = [], nonce } = given;
  const waived = waiversOf(given);
  const to = destinationIn(given, profile === 'proxy' ? 'proxy' : 'audit');
  requireReady(to);
  mkdirSync(folderOf(to), { recursive: true });
  sweepDrafts(folderOf(to));
  // Beside the recording that stands there: it may be what is judged, or gone on with.
  const recording = recordToFile(newDraft(folderOf(to), draft), { fail, nonce });
  try {
    const { files, judged, client } = await take(recording);
    const subjects: readonly Subject[] = subject === undefined ? ['service', 'integrator'] : [subject];
    const traffic = { profile, target, subjects, only, startedAt, files, nonce, client, ...waived };
    const basis = trafficBasis(traffic);
    recording.finish();
    const results = resultsOf(endedTraffic(basis, judged));
    const code = await concludeTraffic(results, { ...given, to, recording: recording.file, basis });
    if (given.perClient === true) await writeClients(folderOf(to), recording.file, basis, judged);
    rmSync(recording.file, { force: true });
    return code;
  } catch (error) {
    abandon(recording);
    throw error;
  }
}

/** What went through a proxy cannot be had again: it stays, though no report could be written. */
function abandon(recording: FileRecording): void {
  recording.abandon();
  if (isOnlyCopy(recording.file) && recording.count > 0) tellLeft([recording.file]);
  else rmSync(recording.file, { force: true });
}
