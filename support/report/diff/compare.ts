import { createReadStream, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPartial } from '../planned';
import { ConfigurationError } from '../../targets/errors';
import { rootOf } from '../history/shelves';
import { settleForReading } from '../history/swap';
import { contractOf } from '../model/about';
import { recordedLines } from '../../exchange/recorded-lines';
import { RecordedReader, readResultsFile } from '../read-reports';
import type { Results } from '../../judging/results';
import type { AnswerChanges } from './answer-differences';
import { compareAnswers } from './answer-differences';
import { Observed } from './observed';
import type { Changed } from './origin';
import { changedBetween, differing } from './origin';
import type { Slower } from './speed';
import { compareSpeed } from './speed';
import type { VerdictChanges } from './verdicts';
import { compareVerdicts } from './verdicts';
import { counted } from '../../contract/counted';

/** What is different between two reports. */
export interface Difference {
  readonly old: Results['run'];
  readonly now: Results['run'];
  /** In what the two are not alike, besides what they found: target, subjects, plan. */
  readonly unlike: readonly string[];
  /** Who was judged and who judged, where that is another; both may have changed verdicts. */
  readonly changed: Changed;
  readonly verdicts: VerdictChanges;
  /** Absent: one of them has no recording beside it. */
  readonly answers?: AnswerChanges;
  readonly slower?: readonly Slower[];
  /** Faults of the suite, which the earlier report has none of: they hide what else there is. */
  readonly faults: readonly string[];
  /** A verdict became worse or its exception ended, and none is approved now; or the suite itself failed again. */
  readonly isRegression: boolean;
}

/** Results, and where their recording is; `undefined`: there is none beside a results file that was named alone. */
interface Side {
  readonly results: Results;
  readonly recording?: string;
}

/**
 * Compares two reports: folders, or files of results. Memory does not grow with the recordings.
 * Throws a ConfigurationError where one cannot be read, or a recording is not that of its results.
 */
export async function compareReports(oldPath: string, newPath: string): Promise<Difference> {
  const [old, now] = [readSide(oldPath), readSide(newPath)];
  const verdicts = compareVerdicts(old.results, now.results);
  const faults = old.results.run.faults.length === 0 ? now.results.run.faults : [];
  const difference = {
    old: old.results.run,
    now: now.results.run,
    unlike: unlike(old.results, now.results),
    changed: changedBetween(old.results, now.results),
    verdicts,
    faults,
    isRegression:
      verdicts.worse.some(({ waived }) => waived !== true) ||
      verdicts.unwaived.length > 0 ||
      faults.length > 0,
  };
  if (old.recording === undefined || now.recording === undefined) return difference;
  const before = await observe(old.recording, old.results);
  const after = await observe(now.recording, now.results);
  const answers = compareAnswers(before, after);
  const changed = changedBetween(old.results, now.results, answers);
  return { ...difference, changed, answers, slower: compareSpeed(before, after) };
}

function readSide(path: string): Side {
  settleForReading(path);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const results = readResultsFile(isFolder ? join(path, 'results.json') : path);
  const recording = join(isFolder ? path : dirname(path), 'recording.jsonl');
  if (existsSync(recording)) return { results, recording };
  // Recordings of traffic are not kept in the history.
  if (!isFolder || (results.run.traffic !== undefined && rootOf(path) !== path)) return { results };
  throw new ConfigurationError(
    'is missing beside its results',
    { file: recording },
    'keep both files together, or name results.json alone to compare verdicts',
  );
}

async function observe(recording: string, results: Results): Promise<Observed> {
  const observed = new Observed();
  const reader = new RecordedReader(recording, results);
  for await (const line of recordedLines(createReadStream(recording))) observed.observe(reader.read(line));
  reader.end();
  return observed;
}

/** In what the two can hardly be compared; that the product or the suite is another is told apart. */
function unlike(old: Results, now: Results): string[] {
  return differing(old, now, [
    ['target', ({ run }) => run.target.name],
    ['subjects', ({ run }) => run.subjects.join(' and ')],
    ['edition', (results) => contractOf(results).edition],
    ['environment', ({ run }) => run.environment],
    ['kind', ({ run }) => (run.traffic ?? run.challenge)?.note ?? 'a run'],
    ['roles', ({ run }) => run.roles.join(' ')],
    [
      'plan',
      ({ run }) =>
        `${isPartial(run) ? 'partial, ' : ''}${counted(run.plan.obligations.length, 'obligation')}`,
    ],
  ]);
}
