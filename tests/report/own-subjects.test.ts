import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentInfo } from '../../support/report/allure/about';
import { renderAnnotations } from '../../support/report/annotations';
import { renderCompliance } from '../../support/report/page/compliance';
import { renderJunit } from '../../support/report/junit';
import { renderMarkdown } from '../../support/report/markdown';
import { reportOf } from '../../support/report/model/report';
import type { Results } from '../../support/judging/results';
import { renderTerminalSummary } from '../../support/report/summary';
import { sampleResults } from './sample-results';

const renderings: Readonly<Record<string, (results: Results) => string>> = {
  'the page': (results) => renderCompliance({ report: reportOf(results), evidence: new Map() }),
  'the terminal': (results) => renderTerminalSummary(reportOf(results), 'reports'),
  'summary.md': (results) => renderMarkdown(reportOf(results)),
  'junit.xml': (results) => renderJunit(reportOf(results)),
  'the annotations': (results) => renderAnnotations(reportOf(results)),
  Allure: (results) => JSON.stringify(environmentInfo(reportOf(results))),
};

for (const [name, render] of Object.entries(renderings))
  test(`${name}: which verdicts are not certificates`, () => {
    const said = /the verdict on (them|it) is not a certificate/g;
    const alone = render(sampleResults());
    assert.doesNotMatch(alone, /is not a certificate/);
    const services = render(sampleResults({}, { ownSubjects: ['service'] }));
    assert.ok([...services.matchAll(said)].every(([, whom]) => whom === 'them') && said.test(services));
    const client = render(sampleResults({}, { ownSubjects: ['integrator'] }));
    assert.match(client, /the verdict on it is not a certificate/);
    const selfTest = render(sampleResults({}, { selfTest: true, ownSubjects: ['service', 'integrator'] }));
    assert.match(selfTest, /is not a certificate/);
    assert.doesNotMatch(selfTest, /the verdict on/);
  });
