import { serviceSpecimens } from '../../mutants/catalogue';
import type { Finished } from '../report/embedded-run';
import { finishLasting } from '../report/embedded-run';

/**
 * A run on a service whose error envelope is wrong, as its mutant tells it: one failure that another follows from, and all
 * else kept. All tests of this process read the same one.
 */
export function brokenService(): Promise<Finished> {
  return (broken ??= runOn('message-only'));
}

let broken: Promise<Finished> | undefined;

async function runOn(name: string): Promise<Finished> {
  const specimen = serviceSpecimens.find((each) => each.name === name);
  if (specimen === undefined) throw new Error(`no mutant is called ${name}`);
  const { target, close } = await specimen.start();
  try {
    return await finishLasting({ target, subjects: ['service'] });
  } finally {
    await close();
  }
}
