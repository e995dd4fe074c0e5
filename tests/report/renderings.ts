import { stripVTControlCharacters } from 'node:util';
import type { Results } from '../../support/judging/results';
import { environmentInfo } from '../../support/report/allure/about';
import { renderAnnotations } from '../../support/report/annotations';
import { renderers } from '../../support/report/files';
import { reportOf } from '../../support/report/model/report';
import { renderTerminalSummary } from '../../support/report/summary';

type Rendering = (results: Results) => string;

/** Renders each file of the results formats, by the name of the file. A new results format is included. */
export const fileRenderings: Readonly<Record<string, Rendering>> = Object.fromEntries(
  Object.entries(renderers).map(([name, render]): [string, Rendering] => [
    name,
    (results) => render({ report: reportOf(results), evidence: new Map() }),
  ]),
);

/** Renders results in each way in which users see them: in files, on a terminal, in a CI job and in Allure. */
export const renderings: Readonly<Record<string, Rendering>> = {
  ...fileRenderings,
  'the terminal': (results) => stripVTControlCharacters(renderTerminalSummary(reportOf(results), 'reports')),
  'the annotations': (results) => renderAnnotations(reportOf(results)),
  Allure: (results) => JSON.stringify(environmentInfo(reportOf(results))),
};
