import { basename, dirname, join } from 'node:path';
import { contractObligations } from '../../../obligations';
import type { WaiverChange, WaiverFile } from '../../../targets/edit-waivers';
import { changeWaivers, readWaiverFile } from '../../../targets/edit-waivers';
import { resultsName } from '../../../report/history/own-files';
import { settleForReading } from '../../../report/history/swap';
import { readResultsFile } from '../../../report/read-reports';
import { ConfigurationError } from '../../../targets/errors';
import type { ExceptionsAnswer } from '../../wire/history';
import type { DeskContext } from '../context';

/** The file of approved exceptions that goes with a target: it stands beside it. */
export const exceptionsFile = (targetFile: string): string => join(dirname(targetFile), 'waivers.yaml');

/** The exceptions that go with a target. */
export const exceptionsOf = (targetFile: string): WaiverFile =>
  readWaiverFile(exceptionsFile(targetFile), contractObligations);

type Place = Pick<DeskContext, 'reports' | 'targetFile'>;

export function readExceptions(place: Place): ExceptionsAnswer {
  return told(place, exceptionsOf(place.targetFile));
}

/** Throws a ConfigurationError where the file would be wrong, or is not the one that was seen. */
export function changeExceptions(place: Place, change: WaiverChange, seen: string): ExceptionsAnswer {
  const file = exceptionsFile(place.targetFile);
  return told(place, changeWaivers(file, change, { seen, obligations: contractObligations }));
}

function told({ targetFile, reports }: Place, { waivers, digest }: WaiverFile): ExceptionsAnswer {
  const failed = failedIn(reports);
  const today = new Date().toISOString().slice(0, 10);
  return {
    file: basename(exceptionsFile(targetFile)),
    digest,
    exceptions: waivers.map((each) => ({ ...each, isExpired: each.expires < today })),
    obligations: contractObligations.all
      .filter(({ level, judge, contradicts }) => level !== 'observe' && (judge ?? contradicts) !== undefined)
      .map(({ id, title }) => ({ id, title, hasFailed: failed.has(id) })),
    today,
  };
}

/** What failed in the latest report, unless that is of a self-test: no exception counts in one. */
function failedIn(reports: string): ReadonlySet<string> {
  try {
    settleForReading(reports);
    const { run, obligations } = readResultsFile(join(reports, resultsName));
    if (run.target.file === null) return new Set();
    return new Set(obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id));
  } catch (error) {
    if (error instanceof ConfigurationError) return new Set();
    throw error;
  }
}
