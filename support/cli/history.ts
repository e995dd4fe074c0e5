import { printableLine } from '../contract/printable';
import type { HistoryEntry } from '../report/runs/find-run';
import { historyEntriesIn } from '../report/runs/find-run';
import { completedFolder } from '../report/runs/in-place';
import { verdictText } from '../report/model/scope';
import type { Surroundings } from './surroundings';
import { printResult } from './surroundings';

interface HistoryOptions {
  readonly reports: string;
  readonly json?: true;
}

/** `conform history`: lists the reports that a folder keeps, with the names that `diff` and `report` accept. */
export function history(
  _args: readonly string[],
  { reports: root, json }: HistoryOptions,
  surroundings: Surroundings,
): number {
  completedFolder(root);
  const entries = historyEntriesIn(root);
  printResult(surroundings, json, entries, () => told(root, entries));
  return 0;
}

function told(root: string, entries: readonly HistoryEntry[]): string {
  if (entries.length === 0) return `No reports in ${printableLine(root)}: npx conform run writes the first.`;
  const rows = [['', 'ended', 'id', 'target', 'product', 'verdicts'], ...entries.map(cellsOf)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  // Print each report's banner below its line. The first line is the table's heading, without a banner.
  const banners = [[], ...entries.map(({ run }) => run?.banner ?? [])];
  return lines
    .flatMap((line, index) => [line, ...(banners[index] ?? []).map((each) => `      ${printableLine(each)}`)])
    .join('\n');
}

function cellsOf({ name, path, run }: HistoryEntry): string[] {
  if (run === undefined)
    return [name, '', '', '', '', `its results cannot be read: ${path}`].map(printableLine);
  const { id, finishedAt, target, product, selfTest, overall } = run;
  const named = product === null ? '' : `${product.name} ${product.version ?? ''}`.trimEnd();
  const verdicts = Object.entries(overall).map(([subject, each]) => `${subject}: ${verdictText(each)}`);
  return [
    name,
    finishedAt.replace(/\.\d+Z$/, 'Z'),
    id.slice(0, 8),
    selfTest ? `${target} (self-test)` : target,
    named,
    verdicts.join(', '),
  ].map(printableLine);
}
