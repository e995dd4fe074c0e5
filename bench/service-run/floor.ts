import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../frame/suite';

interface Message {
  readonly testCase?: { readonly testSteps: readonly { readonly pickleStepId?: string }[] };
}

/**
 * Returns the number of steps in each scenario of a run. Reads them from messages.ndjson in the run's report
 * folder.
 */
export function stepCounts(reports: string): number[] {
  return readFileSync(join(reports, 'messages.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"testCase":'))
    .map((line) => (JSON.parse(line) as Message).testCase?.testSteps ?? [])
    .map((steps) => steps.filter(({ pickleStepId }) => pickleStepId !== undefined).length);
}

/**
 * Writes a Cucumber project with empty steps, which shows the cost of Cucumber itself. Returns the arguments
 * for Node to run the project.
 * @param counts number of steps for each scenario
 */
export function writeFloor(folder: string, counts: readonly number[]): readonly string[] {
  mkdirSync(join(folder, 'features'), { recursive: true });
  const scenarios = counts.map((steps, index) =>
    [`  Scenario: empty ${index}`, ...Array.from({ length: steps }, () => '    Given nothing')].join('\n'),
  );
  writeFileSync(join(folder, 'features/floor.feature'), `Feature: floor\n${scenarios.join('\n')}\n`);
  writeFileSync(
    join(folder, 'steps.cjs'),
    "require('@cucumber/cucumber').Given('nothing', function () {});\n",
  );
  const settings = { default: { require: ['steps.cjs'], format: ['summary'], publishQuiet: true } };
  writeFileSync(join(folder, 'cucumber.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'package.json'), '{"name":"floor"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return [join(folder, 'node_modules/@cucumber/cucumber/bin/cucumber.js')];
}
