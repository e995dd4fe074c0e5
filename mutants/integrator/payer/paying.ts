import type { ProviderSeams } from '../../../support/client/integrator/payer/seams';
import { contractPayer } from '../../../support/client/integrator/payer/seams';
import type { IntegratorSeams } from '../../../support/client/integrator';
import type { ObligationId } from '../../../support/obligations';
import type { Target } from '../../../support/targets/target';
import type { Mutant } from '../../mutant';
import { broken } from '../specimens';
import { behaving, payerTarget } from '../stage';

/** A provider with one mistake; a function is called for each process, so it may hold state. */
export function provider(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  seams: Partial<IntegratorSeams> | (() => Partial<IntegratorSeams>),
  target: Partial<Target> = {},
): Mutant {
  return broken(name, breaks, story, { start: behaving(seams, { ...payerTarget, ...target }) });
}

/** As above, by the seams of its dealings with the payer. */
export function paying(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  payer: Partial<ProviderSeams> | (() => Partial<ProviderSeams>),
): Mutant {
  const seams = typeof payer === 'function' ? () => withPayer(payer()) : withPayer(payer);
  return provider(name, breaks, story, seams);
}

function withPayer(payer: Partial<ProviderSeams>): Partial<IntegratorSeams> {
  return { payer: { ...contractPayer, ...payer } };
}

/** A bundle with one text in place of another. */
export function rewritten(bundle: object, from: string, to: string): object {
  return JSON.parse(JSON.stringify(bundle).replaceAll(from, to)) as object;
}
