import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigurationError } from '../../targets/errors';
import { folderOfShownRun } from '../runs/kept-run';
import { contractOf } from '../model/about';
import { RecordedReader, recordedLinesIn, readResultsFile } from '../runs/read-run';
import type { Results } from '../../judging/results';
import { formatCount } from '../../contract/format-count';
import type { AnswerChanges, ObservedAnswers } from './answers';
import { compareAnswers, observeAnswer } from './answers';
import type { ClientChanges } from './clients';
import { compareClients, areClientsWorse } from './clients';
import type { JudgedOtherwise, VerdictChanges } from './verdicts';
import { compareVerdicts } from './verdicts';

/** What is another thing than it was: who was judged, and who judged. Each as `product Ward 1.9, and Ward 2.0`. */
export interface Changed {
  readonly system: readonly string[];
  readonly suite: readonly string[];
}

/** What is different between two reports. */
export interface ReportDifference {
  readonly old: Results['run'];
  readonly now: Results['run'];
  /** In what the two are not alike, besides what they found: target, subjects, plan. */
  readonly unlike: readonly string[];
  /** Who was judged and who judged, where that is another; both may have changed verdicts. */
  readonly changed: Changed;
  readonly verdicts: VerdictChanges;
  /** Absent: one of them lists no clients. */
  readonly clients?: ClientChanges;
  /** Absent: one of them has no recording beside it. */
  readonly answers?: AnswerChanges;
  /** Faults of the suite, which the earlier report has none of: they hide what else there is. */
  readonly faults: readonly string[];
  /**
   * A verdict became worse, that on a client of traffic too, or nothing settles it any more; or the
   * suite itself failed again.
   */
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
export async function compareReports(oldPath: string, newPath: string): Promise<ReportDifference> {
  const [old, now] = [readSide(oldPath), readSide(newPath)];
  const verdicts = compareVerdicts(old.results, now.results, judgedOtherwise(old.results, now.results));
  const clients = compareClients(old.results, now.results);
  const faults = old.results.run.faults.length === 0 ? now.results.run.faults : [];
  const difference = {
    old: old.results.run,
    now: now.results.run,
    unlike: unlike(old.results, now.results),
    changed: changedBetween(old.results, now.results),
    verdicts,
    ...(clients && { clients }),
    faults,
    isRegression:
      verdicts.worse.some(({ settled }) => settled === undefined) ||
      verdicts.unsettled.length > 0 ||
      (clients !== undefined && areClientsWorse(clients)) ||
      faults.length > 0,
  };
  if (old.recording === undefined || now.recording === undefined) return difference;
  const before = await answersIn(old.recording, old.results);
  const answers = compareAnswers(before, await answersIn(now.recording, now.results));
  return { ...difference, changed: changedBetween(old.results, now.results, answers), answers };
}

function readSide(path: string): Side {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = isFolder ? folderOfShownRun(path) : dirname(path);
  const results = readResultsFile(isFolder ? join(folder, 'results.json') : path);
  const recording = join(folder, 'recording.jsonl');
  if (existsSync(recording)) return { results, recording };
  if (!isFolder) return { results };
  throw new ConfigurationError(
    'is missing beside its results',
    { file: recording },
    'keep both files together, or name results.json alone to compare verdicts',
  );
}

async function answersIn(recording: string, results: Results): Promise<ObservedAnswers> {
  const observed: ObservedAnswers = new Map();
  const reader = new RecordedReader(recording, results);
  for await (const line of recordedLinesIn(recording)) observeAnswer(observed, reader.read(line));
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
        `${(run.plan.narrowedBy ?? []).map((by) => `${by}, `).join('')}${formatCount(run.plan.obligations.length, 'obligation')}`,
    ],
  ]);
}

type Fact = readonly [name: string, of: (results: Results) => string];

/** Each fact that is another one, as `name this, and that`. */
function differing(old: Results, now: Results, facts: readonly Fact[]): string[] {
  return facts.flatMap(([name, of]) => (of(old) === of(now) ? [] : [`${name} ${of(old)}, and ${of(now)}`]));
}

const short = (digest: string): string => digest.slice(0, 'sha256:'.length + 12);

const ofSystem: readonly Fact[] = [
  ['product', ({ run }) => productOf(run) ?? 'not stated'],
  ['target', ({ run }) => run.target.name],
];

const ofSuite: readonly Fact[] = [
  ['suite', ({ suite }) => `${suite.version} (${short(suite.digest)})`],
  ['obligations', ({ run }) => short(run.obligationsDigest)],
];

export function changedBetween(old: Results, now: Results, answers?: AnswerChanges): Changed {
  const count = answers?.changed.length ?? 0;
  const readings = readingsChanged(old, now);
  return {
    system: [
      ...differing(old, now, [...ofSystem, ...addresses(old, now)]),
      ...(count > 0 ? [`answers to ${formatCount(count, 'kind')} of question`] : []),
    ],
    suite: [
      ...differing(old, now, ofSuite),
      ...(readings.length > 0 ? [`readings ${readings.join(', ')}`] : []),
      ...fieldProfileChange(old.run, now.run),
    ],
  };
}

/** Returns `field profile: none → claims-exchange-2026-09`, or no line if both runs have the same profile in the same state. */
function fieldProfileChange(old: Results['run'], now: Results['run']): string[] {
  const [before, after] = [fieldProfileText(old), fieldProfileText(now)];
  const isSame = before === after && old.fieldProfile?.digest === now.fieldProfile?.digest;
  return isSame ? [] : [`field profile: ${before} → ${after}${before === after ? ' (another digest)' : ''}`];
}

function fieldProfileText({ fieldProfile }: Results['run']): string {
  if (fieldProfile === undefined) return 'none';
  return `${fieldProfile.name}${fieldProfile.holds ? '' : ' (its name is void)'}`;
}

/** Ports of the mock are others each time, and say nothing. */
function addresses(...both: readonly [Results, Results]): Fact[] {
  if (both.every(({ run }) => run.target.embedded)) return [];
  const names = new Set(both.flatMap(({ run }) => Object.keys(run.target.services)));
  return [...names].map((name) => [name, ({ run }) => run.target.services[name] ?? 'none']);
}

/** `undefined` where the same suite judged by the same readings. */
export function judgedOtherwise(old: Results, now: Results): JudgedOtherwise | undefined {
  const product = compareProducts(old.run, now.run);
  if (differing(old, now, ofSuite).length > 0) return { by: 'another suite', product };
  return readingsChanged(old, now).length > 0 ? { by: 'other readings', product } : undefined;
}

/** A name alone does not tell one build from another. */
function compareProducts(old: Results['run'], now: Results['run']): JudgedOtherwise['product'] {
  const isStated = ({ product }: Results['run']): boolean =>
    (product?.version ?? product?.digest) !== undefined;
  if (!isStated(old) || !isStated(now)) return 'not stated';
  return productOf(old) === productOf(now) ? 'the same' : 'another';
}

function productOf({ product }: Results['run']): string | undefined {
  return product === null
    ? undefined
    : [product.name, product.version, product.digest].filter(Boolean).join(' ');
}

/** Readings of both that were chosen otherwise. */
function readingsChanged(old: Results, now: Results): string[] {
  const before = new Map(old.readings.map(({ id, chosen }) => [id, chosen]));
  return now.readings
    .filter(({ id, chosen }) => before.has(id) && !isDeepStrictEqual(before.get(id), chosen))
    .map(({ id }) => id);
}
