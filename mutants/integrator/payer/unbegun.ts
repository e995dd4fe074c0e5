import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { ObligationId } from '../../../support/obligations';
import type { HarmlessSubject, Mutant, StartStage } from '../../mutant';
import { brokenIntegrator, harmlessIntegrator } from '../specimens';
import type { IntegratorSeamsChange } from '../stage';
import { integratorTarget, integratorWith, payerTarget, stageClient } from '../stage';
import { providerMutant } from './paying';

/** A provider that fails over each preauthorization. Callbacks about claims, data and payment notices still come. */
const withoutPreauths =
  (seams: IntegratorSeamsChange): StartStage =>
  () =>
    stageClient(
      (log): AdapterHandlers => ({
        ...integratorWith(seams, log),
        'preauth.submit': () => {
          throw new Error('the form cannot be sent just now');
        },
      }),
      payerTarget,
    );

const unbegun = ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10', 'CBK-03', 'CBK-05'] as const;

const allFlows: readonly ObligationId[] = [
  ...['FLW-01', 'FLW-02', 'FLW-03', 'FLW-04', 'FLW-05'],
  ...['FLW-06', 'FLW-07', 'FLW-08', 'FLW-09', 'FLW-10'],
] as ObligationId[];

/** Callbacks that never come to a decision of their receiver's (CBK-03, CBK-04). */
export const unbegunMutants: readonly Mutant[] = [
  brokenIntegrator(
    'jwt-ignored-without-preauthorizations',
    ['CBK-04'],
    'Callbacks are thought to come through a private network.',
    {
      start: withoutPreauths({ verifier: () => Promise.resolve(true) }),
    },
  ),
  providerMutant(
    'callbacks-never-answered',
    ['CBK-03', ...allFlows],
    'The keys are fetched over a proxy that lets no request out.',
    { verifier: () => new Promise(() => undefined) },
    // What needs no key is answered, within this time on a busy machine too.
    { limits: { ...integratorTarget.limits, timeoutMs: 1000 } },
  ),
];

/** The same provider, which verifies. */
export const harmlessUnbegun: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'preauthorizations-not-begun',
    'Preauthorizations cannot be sent just now; all other callbacks are taken.',
    { start: withoutPreauths({}) },
    Object.fromEntries(unbegun.map((id) => [id, 'not-tested'])),
  ),
];
