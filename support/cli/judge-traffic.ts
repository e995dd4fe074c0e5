import { mkdirSync } from 'node:fs';
import { resultsOf } from '../judging/results-of';
import { sweepRecordings } from '../report/history/live-recordings';
import { folderOf } from '../report/history/shelves';
import { requireReady } from '../report/write';
import { targetContext } from '../run/run';
import type { Target } from '../targets/target';
import type { Audited } from '../judging/results';
import { endedTraffic } from '../traffic/ended-traffic';
import { TrafficJudge } from '../traffic/traffic-judge';
import { concludeTraffic } from './conclude';
import type { KeptRecording } from './kept-recording';
import { openRecording } from './kept-recording';
import type { JudgingOptions } from './options';
import { destinationIn, waiversOf } from './options';

/** Traffic that is to be judged. */
interface Traffic {
  readonly profile: 'audit' | 'proxy' | 'rejudge';
  readonly target: Target;
  /** Gives all of it to the judge, which records it. */
  take(judge: TrafficJudge, kept: KeptRecording): Promise<readonly Audited[]>;
}

/** Records and judges traffic, writes and tells the results, and gives the exit code. */
export async function judgeTraffic(traffic: Traffic, given: JudgingOptions): Promise<number> {
  const { profile, target } = traffic;
  const waived = waiversOf(given);
  const to = destinationIn(given, profile === 'proxy' ? 'proxy' : 'audit');
  const folder = folderOf(to);
  requireReady(to);
  mkdirSync(folder, { recursive: true });
  sweepRecordings(folder);
  const startedAt = new Date();
  const kept = openRecording(folder);
  const { recording } = kept;
  try {
    const everyRule = profile === 'rejudge';
    const judge = new TrafficJudge({ target, context: targetContext(target), recording, everyRule });
    const files = await traffic.take(judge, kept);
    recording.finish();
    const { subject, only = [] } = given;
    const ended = endedTraffic({
      profile,
      target,
      subjects: subject === undefined ? ['service', 'integrator'] : [subject],
      only,
      startedAt,
      conclusions: judge.conclude(),
      count: recording.count,
      evidence: recording.evidence,
      files,
      ...waived,
    });
    const code = await concludeTraffic(resultsOf(ended), { ...given, to, recording: kept.file });
    kept.discard();
    return code;
  } catch (error) {
    kept.abandon();
    throw error;
  }
}
