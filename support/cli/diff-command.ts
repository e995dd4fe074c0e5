import { compareReports } from '../report/diff/compare';
import { findReport, reportBefore } from '../report/history/find';
import { settleForReading } from '../report/history/swap';
import { diffText } from './diff-text';
import { exitCodes } from './exit-codes';
import { print } from './print';

interface DiffOptions {
  readonly reports: string;
  readonly json?: true;
}

/** `conform diff`: what is different since an earlier report; quiet where nothing became worse. */
export async function compare(
  old: string | undefined,
  now: string | undefined,
  { reports: root, json }: DiffOptions,
): Promise<number> {
  settleForReading(root);
  const [before, after] = [
    old === undefined ? reportBefore(root) : findReport(old, root),
    now === undefined ? root : findReport(now, root),
  ];
  const difference = await compareReports(before, after);
  print(json, difference, () => diffText(difference));
  return exitCodes[difference.isRegression ? 'does-not-conform' : 'conforms'];
}
