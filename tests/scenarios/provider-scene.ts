import type { TestContext } from 'node:test';
import type { Stage } from '../../mutants/mutant';
import { stageMock } from '../../mutants/stage';
import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import type { Run } from '../../support/run/run';
import type { RunSettings } from '../../support/run/plan';
import { openRun } from '../../support/run/open-run';
import type { MockOptions } from '../../support/mock/start-mock';

const json: ReadingOverrides = { envelope: 'json' };

/** A mock that stands for another party's services, in the envelope `json`. */
export async function staged(t: TestContext, options: MockOptions = {}): Promise<Stage> {
  const readings = resolveReadings(json);
  const stage = await stageMock({ readings, ...options });
  t.after(() => stage.close());
  return { ...stage, target: { ...stage.target, readings } };
}

export async function openTestRun(t: TestContext, settings: Partial<RunSettings>): Promise<Run> {
  const run = await openRun({ profile: 'test', subjects: ['service'], only: [], reports: '', ...settings });
  t.after(() => run.close());
  return run;
}
