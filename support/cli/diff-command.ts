import type { Command } from 'commander';
import { compareReports } from '../report/diff/compare';
import { findReport, reportBefore } from '../report/history/find';
import { settleForReading } from '../report/history/swap';
import { ending } from './boundary';
import { diffText } from './diff-text';
import { exitCodes } from './exit-codes';
import { options } from './options';
import { print } from './print';

/** `conform diff`: what is different since an earlier report; quiet where nothing became worse. */
export function addDiffCommand(conform: Command): void {
  conform
    .command('diff')
    .description(
      'Compare two reports: verdicts, answers of services, speed. Exit code 1 if a verdict became worse, or the exception for a failure ended.',
    )
    .argument(
      '[old]',
      'the earlier report: an entry of conform history, a folder, or its results.json (default: the previous whole run on the same target)',
    )
    .argument('[new]', 'the later report, named in the same way (default: the latest whole run)')
    .addOption(options.from('folder with the history'))
    .addOption(options.json('the differences as JSON'))
    .action(ending(compare));
}

interface DiffOptions {
  readonly reports: string;
  readonly json?: true;
}

async function compare(
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
