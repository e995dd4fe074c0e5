import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../judging/results';
import { attempt } from '../../targets/pem';
import { boundedJson, boundedText } from '../bounded-text';
import { bannerOf, exceptionsIn } from '../model/caveats';
import { toldSignOff } from '../model/sign-off';
import { isPartial } from '../planned';
import { readSignOff } from '../sign-off/sign-off';
import { keptIn, sizeOf } from './archive';
import { reportNames, resultsName, signOffName } from './own-files';
import type { Shelf } from './shelves';
import { folderOf, shelves } from './shelves';

/** What a report says of its run. */
export type AboutRun = Pick<
  Results['run'],
  'id' | 'startedAt' | 'finishedAt' | 'profile' | 'selfTest' | 'product' | 'overall'
> & {
  readonly target: string;
  readonly partial: boolean;
  /**
   * What the report says before its verdicts: why it is not a certificate, approved exceptions, who signed off. Absent: it
   * is of a version that states them in another form.
   */
  readonly banner?: readonly string[];
};

/** One report that a folder keeps. */
export interface Entry {
  /** What it is called by: a number from 1, the report before the latest; or `latest`, `partial`, `audit`, `proxy`, `mock`. */
  readonly name: string;
  readonly path: string;
  readonly shelf: Shelf;
  readonly bytes: number;
  /** Absent: its results cannot be read. */
  readonly run?: AboutRun;
}

/** What a folder keeps: the latest reports, and earlier ones, the newest first. */
export function entriesIn(root: string): Entry[] {
  const latest = shelves
    .filter((shelf) => shelf !== 'here')
    .map((shelf) => ({
      name: shelf === 'whole' ? 'latest' : shelf,
      path: folderOf({ root, shelf }),
      shelf,
    }))
    .filter(({ path }) => existsSync(join(path, resultsName)))
    .map((each) => ({ ...each, bytes: reportBytes(each.path) }));
  const earlier = keptIn(root).map(({ path, shelf }, index) => ({
    name: String(index + 1),
    path,
    shelf,
    bytes: sizeOf(path),
  }));
  return [...latest, ...earlier].map((each) => {
    const run = aboutRun(each.path);
    return { ...each, ...(run && { run }) };
  });
}

/** The path of what is called so, found without reading any report; `undefined` where there is none. */
export function pathOfName(name: string, root: string): string | undefined {
  const shelf = shelves.find((each) => each !== 'here' && name === (each === 'whole' ? 'latest' : each));
  const path = shelf === undefined ? keptIn(root)[Number(name) - 1]?.path : folderOf({ root, shelf });
  return path !== undefined && existsSync(join(path, resultsName)) ? path : undefined;
}

/** Reports of every version of the suite are listed, so only what is listed is read from them. */
export function aboutRun(folder: string): AboutRun | undefined {
  return attempt(() => {
    const file = join(folder, resultsName);
    const text = boundedText(file);
    const results = boundedJson(text, file) as Results;
    const { run } = results;
    const { id, startedAt, finishedAt, profile, selfTest, product, overall, target } = run;
    const partial = isPartial(run);
    const banner = attempt(() => bannerIn(folder, results, text));
    return {
      ...{ id, startedAt, finishedAt, profile, selfTest, product, overall, target: target.name, partial },
      ...(banner && { banner }),
    };
  });
}

/** In the words of the report. */
function bannerIn(folder: string, results: Results, text: string): string[] {
  const found = readSignOff(join(folder, signOffName), results, text);
  const told = found && toldSignOff(found, results);
  return [
    ...bannerOf(results),
    ...exceptionsIn(results),
    ...(told === undefined ? [] : [`Sign-off: ${told.sentence}. ${told.basis}`]),
  ];
}

/** Of the files of the report alone: other reports stand in the same folder. */
function reportBytes(folder: string): number {
  const names = [...reportNames, signOffName];
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
