import type { Command } from 'commander';
import { compareReports } from '../report/diff/compare';
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
      'Compare two reports: verdicts, answers of services, speed. Exit code 1 where a verdict became worse, or a failure is waived no longer.',
    )
    .argument('<old>', 'folder with the earlier reports, or its results.json')
    .argument('<new>', 'folder with the later reports, or its results.json')
    .addOption(options.json('the differences as JSON'))
    .action(ending(compare));
}

async function compare(old: string, now: string, { json }: { readonly json?: true }): Promise<number> {
  const difference = await compareReports(old, now);
  print(json, difference, () => diffText(difference));
  return exitCodes[difference.isRegression ? 'does-not-conform' : 'conforms'];
}
