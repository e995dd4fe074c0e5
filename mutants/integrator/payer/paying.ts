import type { ProviderSeams } from '../../../support/client/integrator/payer/seams';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { IntegratorSeams } from '../../../support/client/integrator';
import type { ObligationId } from '../../../support/obligations';
import type { Target } from '../../../support/targets/target';
import type { Mutant } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import { startClientWithSeams, payerTarget } from '../stage';

/** A provider with one mistake; a function is called for each process, so it may hold state. */
export function providerMutant(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  seams: Partial<IntegratorSeams> | (() => Partial<IntegratorSeams>),
  target: Partial<Target> = {},
): Mutant {
  return brokenIntegrator(name, breaks, story, {
    start: startClientWithSeams(seams, { ...payerTarget, ...target }),
  });
}

/** As above, by the seams of its dealings with the payer. */
export function providerSeamsMutant(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  payer: Partial<ProviderSeams> | (() => Partial<ProviderSeams>),
  target: Partial<Target> = {},
): Mutant {
  const seams = typeof payer === 'function' ? () => withPayer(payer()) : withPayer(payer);
  return providerMutant(name, breaks, story, seams, target);
}

function withPayer(payer: Partial<ProviderSeams>): Partial<IntegratorSeams> {
  return { payer: { ...conformingProvider, ...payer } };
}

/** A bundle with one text in place of another. */
export function rewritten(bundle: object, from: string, to: string): object {
  return JSON.parse(JSON.stringify(bundle).replaceAll(from, to)) as object;
}
