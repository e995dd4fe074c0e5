import type { Command } from 'commander';
import { compareReports } from '../report/diff/compare';
import { diffText } from './diff-text';

/** Exit code where a verdict became worse, or nobody answers for it any longer. */
const regression = 1;

/** `conform diff`: what is different since an earlier report; quiet where nothing became worse. */
export function addDiffCommand(conform: Command): void {
  conform
    .command('diff')
    .description(
      'Compare two reports: verdicts, answers of services, speed. Exit code 1 where a verdict became worse, or a failure is waived no longer.',
    )
    .argument('<old>', 'folder with the earlier reports, or its results.json')
    .argument('<new>', 'folder with the later reports, or its results.json')
    .option('--json', 'print the differences as JSON')
    .action(async (old: string, now: string, { json }: { readonly json?: true }) => {
      const difference = await compareReports(old, now);
      console.log(json === true ? JSON.stringify(difference, undefined, 2) : diffText(difference));
      process.exitCode = difference.isRegression ? regression : 0;
    });
}
