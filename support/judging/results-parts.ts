import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readings } from '../contract/readings';
import type { Waiver } from '../targets/load-waivers';
import type { Target } from '../targets/target';
import type { ObligationResult } from './verdict';
import { verdicts } from './verdict';
import { waiverRows } from './waivers';
import { suiteDigest } from '../report/digest';
import type { Results } from './results';

export function suiteRow(): Results['suite'] {
  return { ...packageOf(), digest: suiteDigest() };
}

export function countsOf(rows: readonly ObligationResult[]): Results['counts'] {
  const counts = verdicts.map((each) => [each, rows.filter(({ verdict }) => verdict === each).length]);
  return Object.fromEntries(counts) as Results['counts'];
}

/** Facility and operator, where the target states them. */
export function statedBy({ facility, operator }: Target): Pick<Results['run'], 'facility' | 'operator'> {
  return { ...(facility !== undefined && { facility }), ...(operator !== undefined && { operator }) };
}

/** Every choice where the document is silent, with whoever made it. */
export function readingRows(target: Pick<Target, 'readings' | 'overridden'>): Results['readings'] {
  return readings.map((reading) => ({
    id: reading.id,
    clause: reading.clause,
    silent: reading.silentOn,
    chosen: target.readings[reading.id],
    source: target.overridden.includes(reading.id) ? 'target' : 'default',
  }));
}

/** What came of the waivers of a run; nothing where it was given none. */
export function waivedIn(
  waivers: readonly Waiver[] | undefined,
  rows: readonly ObligationResult[],
  startedAt: Date,
): Pick<Results['run'], 'waivers'> {
  return waivers === undefined ? {} : { waivers: waiverRows(waivers, rows, startedAt) };
}

function packageOf(): { name: string; version: string } {
  const file = readFileSync(join(__dirname, '../../package.json'), 'utf8');
  const { name, version } = JSON.parse(file) as { name: string; version: string };
  return { name, version };
}
