import type { ReportSources } from './evidence';
import { renderJunit } from './junit';
import { renderMarkdown } from './markdown';
import type { ReportWithEvidence } from './model/report';
import { reportOf } from './model/report';
import { renderCompliance } from './page/compliance';

/** Renders one file of the reports folder. */
type Renderer = (shown: ReportWithEvidence) => string;

/** The files that are rendered from results and recording, by name; none of them is a source of another. */
export const renderers: Readonly<Record<string, Renderer>> = {
  'compliance.html': renderCompliance,
  'junit.xml': ({ report }) => renderJunit(report),
  'summary.md': ({ report }) => renderMarkdown(report),
};

/** Every rendered file with its text. */
export function renderFiles({ results, evidence, signOff }: ReportSources): Record<string, string> {
  const shown = { report: reportOf(results, signOff, evidence), evidence };
  return Object.fromEntries(Object.entries(renderers).map(([name, render]) => [name, render(shown)]));
}
