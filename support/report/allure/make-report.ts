import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../model/report';
import { reportName } from './about-run';
import { removeExternalReferences } from './external-references';
import { generateReport } from './generate';
import { hideShares } from './hide-shares';
import { replaceFolder, requireOwn } from './own-folder';
import { historyFolder } from './write-results';

/** Throws a ConfigurationError where a folder that is to be made exists and is not ours. */
export function requireOwnFolders(folder: string): void {
  for (const name of ['allure-results', 'allure-report', historyFolder]) requireOwn(join(folder, name));
}

/**
 * Makes `allure-report` of `allure-results` in a folder of reports, whole or not at all, without a reference to any other
 * host, and keeps its history for the next run. Needs Java.
 */
export async function makeAllureReport(folder: string, report: Report): Promise<void> {
  const place = join(folder, 'allure-report');
  await replaceFolder(place, report.run.id, async (draft) => {
    await generateReport(join(folder, 'allure-results'), draft, reportName(report));
    hideShares(draft);
    removeExternalReferences(draft);
  });
  await replaceFolder(join(folder, historyFolder), report.run.id, (draft) => {
    cpSync(join(place, 'history'), draft, { recursive: true });
  });
}
