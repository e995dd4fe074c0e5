import { existsSync, mkdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { historyIn } from '../../run/keep';
import { attempt } from '../../targets/pem';
import { allureFolders, ownMark } from './stale';
import { linkOrCopy, makeWhole, namesIn, removeWhole } from './draft';
import type { Kept } from './kept';
import { isOfRun, keptIn, looseIn, stampOf } from './kept';
import { packNames, reportNames, resultsLast, signOffName } from './own-files';

/** What was ready when a process of version 1.0 was killed. */
const readyBefore = /^\.ready-\d{15}-(whole|partial|audit|proxy|mock)-/;

/**
 * Takes into the history what stands beside it: the run in the folder itself by links, as its files are about to be
 * replaced, and those of the folders `partial`, `audit`, `proxy` and `mock`, in which version 1.0 kept the latest, whole.
 */
export function takeIn(root: string): void {
  for (const name of namesIn(root)) {
    const [, kind] = readyBefore.exec(name) ?? [];
    const ready = join(root, name);
    if (kind !== undefined) putUnder(historyIn(root), `${stampOf(ready)}-${kind}`, ready);
  }
  const kept = keptIn(root);
  for (const loose of looseIn(root)) {
    const known = kept.find((each) => isOfRun(each, loose.stamp))?.path;
    const target = known ?? linked(root, loose);
    if (loose.path !== root) moveRest(loose.path, target);
  }
}

function putUnder(place: string, name: string, folder: string): void {
  mkdirSync(place, { recursive: true });
  if (existsSync(join(place, name))) removeWhole(folder);
  else renameSync(folder, join(place, name));
}

/** Under a name as version 1.0 gave it: results of other versions may not tell what kind they are. */
function linked(root: string, { path, stamp, kind }: Kept): string {
  const fill = (draft: string): void => {
    for (const name of [...reportNames, signOffName, ...packNames])
      if (existsSync(join(path, name))) linkOrCopy(join(path, name), join(draft, name));
  };
  return makeWhole(historyIn(root), fill, () => `${stamp}-${kind}`);
}

/** What is left of a report that is in the history now, its results last: without them it is not gone on with. */
function moveRest(from: string, to: string): void {
  for (const name of ['clients', 'allure-history', ...allureFolders]) {
    const isOwn = name === 'clients' || existsSync(join(from, name, ownMark));
    if (isOwn && existsSync(join(from, name)) && !existsSync(join(to, name)))
      renameSync(join(from, name), join(to, name));
  }
  for (const name of [signOffName, ...packNames, ...resultsLast(reportNames)])
    rmSync(join(from, name), { force: true });
  // Other files stay, and the folder with them.
  attempt(() => {
    rmdirSync(from);
  });
}
