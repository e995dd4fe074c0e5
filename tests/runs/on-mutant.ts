import type { TestContext } from 'node:test';
import type { RunSettings } from '../../support/run/plan';
import type { FinishedRun } from '../report/embedded-run';
import { finishIn, temporaryFolder } from '../report/embedded-run';

/** A product as a target states it. */
export const product = { name: 'Ward Connect', version: '4.2.0', digest: 'sha256:0f3c' };

/** A run on a mutant, by its name in the catalogue; what is judged by default is what it breaks. */
export async function onMutant(
  folder: string,
  name: string,
  settings: Partial<RunSettings> = {},
): Promise<FinishedRun> {
  const { integratorSpecimens, serviceSpecimens } = await import('../../mutants/catalogue.ts');
  const isClient = integratorSpecimens.some((each) => each.name === name);
  const specimen = [...integratorSpecimens, ...serviceSpecimens].find((each) => each.name === name);
  if (specimen === undefined) throw new Error(`no mutant is called ${name}`);
  const { target, client, close } = await specimen.start();
  try {
    return await finishIn(folder, {
      target: isClient ? { ...target, product, facility: 'City Hospital', operator: 'A. Tester' } : target,
      subjects: [isClient ? 'integrator' : 'service'],
      only: specimen.kind === 'mutant' ? specimen.breaks : [],
      ...(client && { seams: { client } }),
      ...settings,
    });
  } finally {
    await close();
  }
}

/** Likewise, for one test. */
export const runOnMutant = (
  t: TestContext,
  name: string,
  settings?: Partial<RunSettings>,
): Promise<FinishedRun> => onMutant(temporaryFolder(t), name, settings);
