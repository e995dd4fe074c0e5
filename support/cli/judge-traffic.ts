import { mkdirSync, rmSync } from 'node:fs';
import type { EnvironmentError } from '../contract/outcome';
import { resultsOf } from '../judging/results-of';
import { folderOf } from '../report/history/shelves';
import { requireReady } from '../report/write';
import { targetContext } from '../run/run';
import type { Target } from '../targets/target';
import type { Audited } from '../judging/results';
import { endedTraffic, trafficBasis } from '../traffic/ended-traffic';
import type { FileRecording } from '../traffic/file-recording';
import { recordToFile } from '../traffic/file-recording';
import { spillInto } from '../traffic/spill-file';
import { TrafficJudge } from '../traffic/traffic-judge';
import { concludeTraffic } from './conclude';
import type { DraftKind } from './drafts';
import { isOnlyCopy, newDraft, sweepDrafts, tellLeft } from './drafts';
import type { JudgingOptions } from './options';
import { destinationIn, waiversOf } from './options';

/** Traffic that is to be judged. */
interface Traffic {
  readonly profile: 'audit' | 'proxy' | 'rejudge';
  readonly target: Target;
  /** What its recording is until its report is written; by default one that can be had again. */
  readonly draft?: DraftKind;
  /** Told of a recording that cannot be written any more. */
  readonly fail?: (error: EnvironmentError) => void;
  /** Gives all of it to the judge, which records it. */
  take(judge: TrafficJudge, recording: FileRecording): Promise<readonly Audited[]>;
}

/** Records and judges traffic, writes and tells the results, and gives the exit code; what fails leaves no recording. */
export async function judgeTraffic(traffic: Traffic, given: JudgingOptions): Promise<number> {
  const { profile, target, draft = 'audit', fail } = traffic;
  const { subject, only = [] } = given;
  const waived = waiversOf(given);
  const to = destinationIn(given, profile === 'proxy' ? 'proxy' : 'audit');
  requireReady(to);
  mkdirSync(folderOf(to), { recursive: true });
  const startedAt = new Date();
  sweepDrafts(folderOf(to));
  // Beside the recording that stands there: it may be what is judged, or gone on with.
  const recording = recordToFile(newDraft(folderOf(to), draft), { fail, nonce: given.nonce });
  const everyRule = profile === 'rejudge';
  using spill = spillInto(folderOf(to));
  const context = { ...targetContext(target), spill };
  const judge = new TrafficJudge({ target, context, recording, everyRule });
  const files = await traffic.take(judge, recording).catch((error: unknown) => {
    abandon(recording);
    throw error;
  });
  const basis = trafficBasis({
    profile,
    target,
    subjects: subject === undefined ? ['service', 'integrator'] : [subject],
    only,
    startedAt,
    files,
    nonce: given.nonce,
    ...waived,
  });
  const judged = { conclusions: judge.conclude(), count: recording.count, evidence: recording.evidence };
  try {
    recording.finish();
    const results = resultsOf(endedTraffic(basis, judged));
    const code = await concludeTraffic(results, { ...given, to, recording: recording.file, basis });
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
