import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TestResult } from 'allure-js-commons';
import { conformingSeams, createIntegrator, logNothing } from '../../../support/client/integrator';
import type { RunSettings } from '../../../support/run/plan';
import { allureStatuses } from '../../../support/report/allure/results';
import type { Results } from '../../../support/judging/results';
import { embeddedTarget } from '../../../support/run/targets';
import type { ProgramResult } from '../../cli/conform';
import { nodeProgram, root } from '../../cli/conform';
import { finishRun } from '../embedded-run';

/** Makes Allure's report of a folder, as conform report --allure does. */
export const reportAllure = (folder: string, env: Record<string, string> = {}): Promise<ProgramResult> =>
  nodeProgram(join(root, 'bin/conform.cjs'), ['report', folder, '--allure'], { env });

/**
 * A finished run of an integrator that sends one REQUEST-ID for ever: failed, inconclusive and not tested beside
 * passed.
 */
export function failingRun(t: TestContext, settings: Partial<RunSettings> = {}) {
  return finishRun(t, {
    ...settings,
    target: { ...embeddedTarget, roles: ['session', 'identity'] },
    subjects: ['integrator'],
    seams: {
      client: () =>
        createIntegrator({
          log: logNothing,
          transport: (ca) => {
            const own = conformingSeams.transport(ca);
            return {
              send: (request) =>
                own.send({ ...request, headers: { ...request.headers, 'REQUEST-ID': 'always-the-same' } }),
            };
          },
        }),
    },
  });
}

/** The tests in the folder of Allure's results. */
export function testsIn(folder: string): TestResult[] {
  const results = join(folder, 'allure-results');
  return readdirSync(results)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as TestResult);
}

/** The values of the labels of one name. */
export function labels({ labels: all }: TestResult, name: string): string[] {
  return all.filter((label) => label.name === name).map(({ value }) => value);
}

/** What Allure counts, from the verdicts of the plan. */
export function expectedCounts({ obligations }: Results): Record<string, number> {
  const counts: Record<string, number> = { passed: 0, failed: 0, broken: 0, skipped: 0 };
  for (const { planned, verdict } of obligations)
    if (planned) counts[allureStatuses[verdict]] = (counts[allureStatuses[verdict]] ?? 0) + 1;
  return counts;
}

/** What the report itself counts. */
export function statistic(folder: string): Record<string, number> {
  const file = join(folder, 'allure-report/widgets/summary.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { statistic: Record<string, number> }).statistic;
}

/** The earlier verdicts on an obligation that the report shows beside the one of today. */
export function pastOf(folder: string, id: string): unknown[] {
  const cases = join(folder, 'allure-report/data/test-cases');
  const texts = readdirSync(cases).map((name) => readFileSync(join(cases, name), 'utf8'));
  const all = texts.map(
    (text) => JSON.parse(text) as { name: string; extra: { history?: { items: unknown[] } } },
  );
  return all.find(({ name }) => name.startsWith(`${id} `))?.extra.history?.items ?? [];
}

/** Where no Java is found. */
export const noJava = { JAVA_HOME: '/nonexistent' };
