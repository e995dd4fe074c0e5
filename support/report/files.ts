import type { Rendered } from './evidence';
import { renderJunit } from './junit';
import { renderMarkdown } from './markdown';
import { renderCompliance } from './page/compliance';

/** Renders one file of the reports folder. */
export type Renderer = (about: Rendered) => string;

/** The files that are rendered from results and recording, by name; none of them is a source of another. */
export const renderers: Readonly<Record<string, Renderer>> = {
  'compliance.html': renderCompliance,
  'junit.xml': renderJunit,
  'summary.md': renderMarkdown,
};

/** Every rendered file with its text. */
export function renderFiles(about: Rendered): Record<string, string> {
  return Object.fromEntries(Object.entries(renderers).map(([name, render]) => [name, render(about)]));
}
