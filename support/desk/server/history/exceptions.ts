import { basename, dirname, join } from 'node:path';
import { contractObligations } from '../../../obligations';
import type { WaiverChange, WaiverFile } from '../../../targets/edit-waivers';
import { changeWaivers, readWaiverFile } from '../../../targets/edit-waivers';
import type { ExceptionsAnswer } from '../../wire/history';

/** The file of approved exceptions that goes with a target: it stands beside it. */
export const exceptionsFile = (targetFile: string): string => join(dirname(targetFile), 'waivers.yaml');

export function readExceptions(targetFile: string): ExceptionsAnswer {
  const file = exceptionsFile(targetFile);
  return told(file, readWaiverFile(file, contractObligations));
}

/** Throws a ConfigurationError where the file would be wrong, or is not the one that was seen. */
export function changeExceptions(targetFile: string, change: WaiverChange, seen: string): ExceptionsAnswer {
  const file = exceptionsFile(targetFile);
  return told(file, changeWaivers(file, change, { seen, obligations: contractObligations }));
}

function told(file: string, { waivers, digest }: WaiverFile): ExceptionsAnswer {
  const today = new Date().toISOString().slice(0, 10);
  return {
    file: basename(file),
    digest,
    exceptions: waivers.map((each) => ({ ...each, isExpired: each.expires < today })),
    obligations: contractObligations.all
      .filter(({ level, seen }) => level !== 'observe' && seen !== 'declared')
      .map(({ id, title }) => ({ id, title })),
    today,
  };
}
