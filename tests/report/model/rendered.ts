import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import type { TestResult } from 'allure-js-commons';
import { obligationTest } from '../../../support/report/allure/results';
import { renderJunit } from '../../../support/report/junit';
import { renderMarkdown } from '../../../support/report/markdown';
import { reportOf } from '../../../support/report/model/report';
import { renderCompliance } from '../../../support/report/page/compliance';
import { renderTerminalSummary } from '../../../support/report/summary';
import { chainedResults } from './chained';

export const report = reportOf(chainedResults());
export const page = renderCompliance({ report, evidence: new Map() });
export const terminal = stripVTControlCharacters(renderTerminalSummary(report, 'reports'));
export const junit = renderJunit(report);
export const markdown = renderMarkdown(report);
/** The test of Allure on an obligation. */
export const testOf = (id: string): TestResult => {
  const row = report.planned.find((each) => each.id === id) ?? assert.fail(id);
  return obligationTest(row, report, { steps: [], attachments: [] });
};
