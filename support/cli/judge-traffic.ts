import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resultsOf } from '../judging/results-of';
import { folderOf } from '../report/history/shelves';
import { requireReady } from '../report/write';
import { targetContext } from '../run/run';
import type { Target } from '../targets/target';
import type { Audited } from '../judging/results';
import { endedTraffic, trafficBasis } from '../traffic/ended-traffic';
import type { FileRecording } from '../traffic/file-recording';
import { recordToFile } from '../traffic/file-recording';
import { TrafficJudge } from '../traffic/traffic-judge';
import { concludeTraffic } from './conclude';
import type { JudgingOptions } from './options';
import { destinationIn, waiversOf } from './options';

/** Traffic that is to be judged. */
interface Traffic {
  readonly profile: 'audit' | 'proxy' | 'rejudge';
  readonly target: Target;
  /** Gives all of it to the judge, which records it. */
  take(judge: TrafficJudge, recording: FileRecording): Promise<readonly Audited[]>;
}

/** Records and judges traffic, writes and tells the results, and gives the exit code; what fails leaves no recording. */
export async function judgeTraffic(traffic: Traffic, given: JudgingOptions): Promise<number> {
  const { profile, target } = traffic;
  const { subject, only = [] } = given;
  const waived = waiversOf(given);
  const to = destinationIn(given, profile === 'proxy' ? 'proxy' : 'audit');
  requireReady(to);
  mkdirSync(folderOf(to), { recursive: true });
  const startedAt = new Date();
  // Beside the recording that stands there: it may be what is judged, or gone on with.
  const file = join(folderOf(to), `.recording-${process.pid}.jsonl`);
  const recording = recordToFile(file, given.nonce);
  const everyRule = profile === 'rejudge';
  const judge = new TrafficJudge({ target, context: targetContext(target), recording, everyRule });
  const files = await traffic.take(judge, recording).catch((error: unknown) => {
    recording.discard();
    throw error;
  });
  recording.finish();
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
    const results = resultsOf(endedTraffic(basis, judged));
    return await concludeTraffic(results, { ...given, to, recording: file, basis });
  } finally {
    rmSync(file, { force: true });
  }
}
