import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Results } from '../../judging/results';
import type { HistoryRetention } from '../../run/history-retention';
import { historyIn } from '../../run/history-retention';
import { undefinedIfThrows } from '../../targets/pem';
import { stalePathsIn, strayIn } from './stale';
import {
  copyOver,
  haveSameBytes,
  linkOrCopy,
  makeFolderAtomically,
  namesInFolder,
  removeFolderAtomically,
} from './draft';
import { writeFilesAtomically } from './in-place';
import type { KeptRun, RunKind } from './kept-run';
import { folderSize, looseIn, rootOfRun, runsInHistory, stampFor, stampOf, withKinds } from './kept-run';
import {
  looseResults,
  packName,
  packNames,
  reportNames,
  resultsLast,
  resultsName,
  signOffName,
} from './own-files';

/** Where a report goes. */
export interface ReportDestination {
  readonly root: string;
  /** How much history is kept; `undefined` if the report goes into exactly this folder, without a history. */
  readonly keep?: HistoryRetention | undefined;
}

/**
 * Writes a run, whole or not at all, into a folder of its own in the history, and copies the newest whole run into the
 * folder above.
 *
 * @returns the folder of the run
 */
export function publishReport(
  { root, keep }: ReportDestination,
  { run: { id, finishedAt } }: Results,
  fill: (draft: string) => void,
): string {
  if (keep === undefined) {
    writeFilesAtomically(root, { kind: 'here', run: id }, fill);
    strayIn(root).forEach(removeFolderAtomically);
    return root;
  }
  const place = historyIn(root);
  mkdirSync(place, { recursive: true });
  const stamp = stampFor(id, new Date(finishedAt));
  const folder = makeFolderAtomically(place, fill, () =>
    existsSync(join(place, stamp)) ? `${stamp}_${randomUUID().slice(0, 4)}` : stamp,
  );
  keepLoose(root);
  showNewest(root);
  strayIn(root).forEach(removeFolderAtomically);
  prune(root, keep);
  return folder;
}

/**
 * Keeps a run that `--reports DIR` wrote exactly here: puts it into the history by links, because the files in this
 * folder are about to be replaced by those of the newest whole run.
 */
export function keepLoose(root: string): void {
  const loose = looseIn(root);
  if (loose === undefined) return;
  const target = join(historyIn(root), loose.stamp);
  // Read after the loose run: the history has every run that another process has copied here by now.
  if (runsInHistory(root).some(({ stamp }) => stamp === loose.stamp)) return;
  const isThere = (): boolean => undefinedIfThrows(() => stampOf(root)) === loose.stamp;
  try {
    makeFolderAtomically(
      historyIn(root),
      (draft) => {
        for (const name of [...reportNames, signOffName, ...packNames])
          if (existsSync(join(root, name))) linkOrCopy(join(root, name), join(draft, name));
        // Some links may be to files of a run that replaced this one meanwhile.
        if (!isThere()) throw new Error(`${root} holds another run by now`);
      },
      () => loose.stamp,
    );
  } catch (error) {
    // Another process put the run into the history first, or replaced it.
    if (!existsSync(target) && isThere()) throw error;
  }
}

/** The files that are copied: no packs and no Allure report, which are made on demand. */
const copied = resultsLast([...reportNames, signOffName]);

/**
 * Copies the newest whole run of the history into the folder above it.
 *
 * No process waits for another: each one checks again after it has copied. So the process that copied last has seen,
 * after its last copy, that all files are those of the newest run.
 */
export function showNewest(root: string): void {
  for (;;) {
    const newest = runsInHistory(root).find(({ kind }) => kind === 'whole')?.path;
    if (newest === undefined) return;
    try {
      if (copied.every((name) => isShown(root, newest, name))) return;
      show(root, newest);
    } catch (error) {
      // A later run came meanwhile, and another process removed this one.
      if (existsSync(newest)) throw error;
    }
  }
}

function isShown(root: string, run: string, name: string): boolean {
  const [own, file] = [join(run, name), join(root, name)];
  return existsSync(own) ? haveSameBytes(own, file) : !existsSync(file);
}

function show(root: string, run: string): void {
  if (!isShown(root, run, resultsName)) takeAway(root, run);
  for (const name of copied)
    if (!isShown(root, run, name)) {
      if (existsSync(join(run, name))) copyOver(join(run, name), join(root, name));
      else rmSync(join(root, name), { force: true });
    }
}

/** Removes files that must not be beside the results of another run. A pack and its sign-off move to their own run. */
function takeAway(root: string, run: string): void {
  const earlier = undefinedIfThrows(() =>
    runsInHistory(root).find(({ stamp }) => stamp === stampOf(root)),
  )?.path;
  for (const name of packNames.filter((each) => existsSync(join(root, each)))) {
    if (earlier !== undefined && earlier !== run) keepPack(join(root, name), join(earlier, name));
    rmSync(join(root, name), { force: true });
  }
  rmSync(join(root, signOffName), { force: true });
  const { id = '' } = looseResults(run)?.run ?? {};
  for (const path of stalePathsIn(root, id, namesInFolder(run))) removeFolderAtomically(path);
}

function keepPack(pack: string, kept: string): void {
  try {
    if (!haveSameBytes(pack, kept)) copyOver(pack, kept);
  } catch (error) {
    // Another process moved the pack first.
    if (existsSync(pack)) throw error;
  }
}

/** Copies the files that were rendered again for a run, if the folder above shows that run. */
export function copyRerenderedFiles(run: string, { pack = false } = {}): void {
  const root = rootOfRun(resolve(run));
  if (root === undefined || !isShown(root, run, resultsName)) return;
  showNewest(root);
  if (pack && isShown(root, run, resultsName)) copyOver(join(run, packName), join(root, packName));
}

/**
 * Removes runs beyond the limits: narrowed runs and traffic first, then the oldest. The newest run of each kind stays.
 */
function prune(root: string, { runs, bytes }: HistoryRetention): void {
  const all = runsInHistory(root).map((run) => Object.assign(run, { size: folderSize(run.path) }));
  const tooMuch = (these: typeof all): boolean =>
    these.length > runs || these.reduce((sum, { size }) => sum + size, 0) > bytes;
  // Within the limits, no results need to be read.
  if (!tooMuch(all)) return;
  const known = withKinds(all);
  const newest = new Map<RunKind, KeptRun>();
  for (const run of known) if (!newest.has(run.kind)) newest.set(run.kind, run);
  const earlier = known.filter((run) => newest.get(run.kind) !== run);
  const isWhole = ({ kind }: KeptRun): boolean => kind === 'whole';
  const kept = [...earlier.filter(isWhole), ...earlier.filter((run) => !isWhole(run))];
  while (tooMuch(kept)) {
    const last = kept.pop();
    if (last !== undefined) removeFolderAtomically(last.path);
  }
}
