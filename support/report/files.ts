import type { Evidence } from './evidence';
import { renderJunit } from './junit';
import { renderMarkdown } from './markdown';
import type { Results } from './results';

/** What every report is rendered from. */
export interface Rendered {
  readonly results: Results;
  readonly evidence: Evidence;
}

/** Renders one file of the reports folder. */
export type Renderer = (about: Rendered) => string;

/** The files that are rendered from results and recording, by name; none of them is a source of another. */
export const renderers: Readonly<Record<string, Renderer>> = {
  'junit.xml': renderJunit,
  'summary.md': renderMarkdown,
};

/** Every rendered file with its text. */
export function renderFiles(about: Rendered): Record<string, string> {
  return Object.fromEntries(Object.entries(renderers).map(([name, render]) => [name, render(about)]));
}
