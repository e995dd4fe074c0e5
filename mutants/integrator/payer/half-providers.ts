import type { CycleKind } from '../../../support/contract/payer-facts';
import type { CycleStore } from '../../../support/client/integrator/payer/cycle-store';
import { createMemoryCycleStore } from '../../../support/client/integrator/payer/cycle-store';
import type { ObligationId } from '../../../support/obligations';
import type { Mutant } from '../../mutant';
import { providerSeamsMutant } from './paying';

/** A store that breaks over one kind of callback, so that the server answers 500. */
const breakingOver = (isIt: (kind: CycleKind | undefined, state: string) => boolean) => (): CycleStore => {
  const own = createMemoryCycleStore();
  return {
    ...own,
    open(id, kind) {
      if (isIt(kind, 'prompted')) throw new TypeError('no such column');
      own.open(id, kind);
    },
    take(id, state) {
      if (isIt(own.get(id)?.kind, state)) throw new TypeError('no such column');
      own.take(id, state);
    },
  };
};

const isDecision = (state: string): boolean => state === 'approved' || state === 'rejected';

function breaking(
  name: string,
  breaks: readonly ObligationId[],
  isIt: (kind: CycleKind | undefined, state: string) => boolean,
): Mutant {
  return providerSeamsMutant(`breaks-over-${name}`, ['CBK-03', ...breaks], 'That table was never migrated.', {
    cycles: breakingOver(isIt),
  });
}

/** Providers that one kind of callback is too much for (CBK-03). */
export const halfProviders: readonly Mutant[] = [
  breaking('plans', ['FLW-01'], (kind, state) => kind === 'plan' && state === 'answered'),
  breaking('eligibility', ['FLW-02'], (kind, state) => kind === 'eligibility' && state === 'answered'),
  breaking(
    'preauthorizations',
    ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10'],
    (kind, state) => kind === 'preauth' && isDecision(state),
  ),
  breaking('claims', ['FLW-06', 'FLW-07', 'FLW-08'], (kind, state) => kind === 'claim' && isDecision(state)),
  breaking('queries', ['FLW-05', 'FLW-08', 'FLW-10', 'CBK-06'], (_kind, state) => state === 'queried'),
  breaking('prompts', ['FLW-09'], (kind) => kind === 'payment'),
];
