import type { AdapterHandlers } from '../../../support/adapter/handlers';
import { verifyCallbackJwt } from '../../../support/client/integrator/callback-verifier';
import type { IntegratorSeams } from '../../../support/client/integrator';
import type { HarmlessSubject, Mutant } from '../../mutant';
import { brokenIntegrator, harmlessIntegrator } from '../specimens';
import type { WriteLogLine } from '../stage';
import { integratorWith, payerTarget, stageClient } from '../stage';
import { proxiedProvider } from './proxied-provider';

/** Verifies each callback for 300 ms, and answers it only then. */
const slowly: Partial<IntegratorSeams> = {
  verifier: async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return verifyCallbackJwt(...given);
  },
};

/** A provider that asks for the insurance plan by itself before it answers the call to create a session. */
function busyProvider(log: WriteLogLine): AdapterHandlers {
  const own = integratorWith(slowly, log);
  return {
    ...own,
    'session.create': async () => {
      await own['session.create']({});
      // The payer's answer comes after this call has been answered.
      await own['insurancePlan.request']({});
    },
  };
}

/** Puts a proxy in front of a provider. The proxy resets the connection in place of the answer to a claim's decision. */
const resettingClaims = (log: WriteLogLine): AdapterHandlers =>
  proxiedProvider(integratorWith(slowly, log), () => ({
    cuts: (path) => path.endsWith('/v1/claim/on_submit'),
  }));

/** Right providers that are still answering a callback when their journey ends. */
export const harmlessBusyProviders: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'plan-requested-after-each-session',
    'Each call for a session also requests the insurance plan. A callback is answered after 300 ms.',
    { start: () => stageClient(busyProvider, payerTarget) },
  ),
];

/** Wrong providers that reset connections while they live (CBK-03). */
export const resettingProviders: readonly Mutant[] = [
  brokenIntegrator(
    'resets-decisions-of-claims',
    ['CBK-03', 'FLW-06', 'FLW-07', 'FLW-08'],
    'The worker that takes the decisions of claims dies, and its connection is reset.',
    { start: () => stageClient(resettingClaims, payerTarget) },
  ),
];
