import { realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { suiteRoot } from '../contract/suite-root';

/** Here lies the pinned Node, among other programs of the suite. */
const ownPrograms = join(suiteRoot, 'node_modules/.bin');

/** npm puts folders in front of PATH; this one of its own comes last of them. */
const npmEnd = /[\\/]node-gyp-bin[\\/]?$/;

/**
 * PATH as it was before npm or npx put the suite's programs in front of it: what an adapter calls `node` is the
 * caller's. What npm did for another package stays, for the caller asked for that.
 */
export function callerPath(path: string, own = ownPrograms): string {
  const suite = realPath(own);
  const isOwn = (entry: string): boolean => entry !== '' && realPath(entry) === suite;
  const kept: string[] = [];
  let run: string[] = [];
  for (const entry of path.split(delimiter)) {
    run.push(entry);
    if (!npmEnd.test(entry)) continue;
    if (!run.some(isOwn)) kept.push(...run);
    run = [];
  }
  return [...kept, ...run].filter((entry) => !isOwn(entry)).join(delimiter);
}

/** The folder itself, whatever links lead to it. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
