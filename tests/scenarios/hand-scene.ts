import type { TestContext } from 'node:test';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import type { Results } from '../../support/judging/results';
import type { RunSettings } from '../../support/run/plan';
import { embeddedTarget } from '../../support/run/targets';
import type { Target } from '../../support/targets/target';
import { finishRun } from '../report/embedded-run';
import type { Manner } from './acting-person';
import { ActingPerson } from './acting-person';
import { OwnSystem } from './own-hand';

/** A provider that is worked by hand. */
export const byHandTarget: Target = {
  ...embeddedTarget,
  name: 'by hand',
  integrator: { manual: true },
  roles: ['session', 'provider', 'trigger'],
  mockTls: false,
  limits: { ...embeddedTarget.limits, callMs: 20_000 },
};

/** Who is at work, and at what. */
interface Played {
  readonly make?: () => AdapterHandlers;
  readonly manner?: Manner;
  readonly target?: Target;
  /** Whether the target says where callbacks go, and under which key; it does by default. */
  readonly names?: 'both' | 'the address' | 'neither';
  readonly settings?: Partial<RunSettings>;
  readonly follow?: Parameters<typeof finishRun>[2];
}

/** Has a person work their own system for a whole run. */
export async function runByPerson(
  t: TestContext,
  { make, manner, target: given = byHandTarget, names = 'both', settings = {}, follow }: Played,
) {
  const system = await new OwnSystem(make, given.readings).open();
  t.after(() => system.close());
  const { callbackUrl, encryptionKey } = system.callbacks;
  const named = { both: { callbackUrl, encryptionKey }, 'the address': { callbackUrl }, neither: {} }[names];
  const target = { ...given, integrator: { ...given.integrator, ...named } };
  const person = new ActingPerson(system, manner);
  const all = { target, subjects: ['integrator'], person, ...settings } as const;
  const { results, folder } = await finishRun(t, all, follow);
  return { results, person, folder };
}

export const planned = ({ obligations }: Results) => obligations.filter((row) => row.planned);
export const failedIn = (results: Results): string[] =>
  planned(results)
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')
    .map(({ id }) => id);
export const rowOf = (results: Results, id: string) => planned(results).find((row) => row.id === id);
