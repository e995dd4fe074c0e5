import type { TestContext } from 'node:test';
import { integratorSpecimens } from '../../../mutants/catalogue';
import type { RunSettings } from '../../../support/run/run';
import type { Finished } from '../embedded-run';
import { finishLasting, finishRun, quickTarget } from '../embedded-run';

let whole: Promise<Finished> | undefined;

/** A whole self-test, as `npm start` makes it. All tests of this process read the same one. */
export function selfTest(): Promise<Finished> {
  return (whole ??= finishLasting({ target: quickTarget, subjects: ['service', 'integrator'] }));
}

/** A product as a target states it. */
export const product = { name: 'Ward Connect', version: '4.2.0', digest: 'sha256:0f3c' };

/** A run on a client with one known fault, named as in the catalogue of mutants; by default on what the fault breaks. */
export async function faulty(
  t: TestContext,
  name: string,
  settings: Partial<RunSettings> = {},
): Promise<Finished> {
  const specimen = integratorSpecimens.find((each) => each.name === name);
  if (specimen === undefined) throw new Error(`no mutant is called ${name}`);
  const { target, client, close } = await specimen.start();
  try {
    return await finishRun(t, {
      target: { ...target, product, facility: 'City Hospital', operator: 'A. Tester' },
      subjects: ['integrator'],
      only: specimen.kind === 'mutant' ? specimen.breaks : [],
      ...(client && { client }),
      ...settings,
    });
  } finally {
    await close();
  }
}
