import { conformingSeams } from '../../../support/client/integrator';
import type { CycleStore, CycleStoreMaker } from '../../../support/client/integrator/payer/cycle-store';
import { createMemoryCycleStore } from '../../../support/client/integrator/payer/cycle-store';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { Mutant } from '../../mutant';
import { providerSeamsMutant, providerMutant } from './paying';

/** Puts every callback to a cycle that it finds by something else than its id. */
const findingBy =
  (find: (opened: readonly string[], id: string, own: CycleStore) => string): CycleStoreMaker =>
  () => {
    const own = createMemoryCycleStore();
    const opened: string[] = [];
    return {
      ...own,
      open(id, kind) {
        opened.push(id);
        own.open(id, kind);
      },
      take(id, state) {
        own.take(find(opened, id, own), state);
      },
    };
  };

/** Cycles that are mixed up (CBK-05). */
const mixing: readonly Mutant[] = [
  providerSeamsMutant(
    'callbacks-to-the-last-cycle',
    ['CBK-05'],
    'There is one cycle at a time on the test bench.',
    {
      cycles: findingBy((opened) => opened.at(-1) ?? ''),
    },
  ),
  providerSeamsMutant(
    'callbacks-to-the-last-of-a-kind',
    ['CBK-05'],
    'A preauthorization is found as the last one.',
    {
      cycles: findingBy(
        (opened, id, own) => opened.findLast((each) => own.get(each)?.kind === own.get(id)?.kind) ?? id,
      ),
    },
  ),
];

/** Two cycles of a kind under one id (CBK-05). */
const sharing: readonly Mutant[] = [
  providerMutant('one-id-for-everything', ['CBK-05'], 'The correlation id is that of the installation.', {
    ids: { ...conformingSeams.ids, correlationId: () => '1d7ff2a4-0f0c-4d5e-9c59-6b1d4b0f1a11' },
    // What is refused is not forgotten: it is one row in its table.
    payer: { ...conformingProvider, cycles: () => ({ ...createMemoryCycleStore(), drop: () => undefined }) },
  }),
];

/** A store that one odd callback is too much for. */
const odd =
  (change: (own: CycleStore) => Partial<CycleStore>): CycleStoreMaker =>
  () => {
    const own = createMemoryCycleStore();
    return { ...own, ...change(own) };
  };

/** What becomes of a case that is decided, when a query comes after all. */
export const afterLateQuery = (shown: 'pending' | 'queried'): CycleStoreMaker =>
  odd((own) => {
    const late = new Set<string>();
    return {
      take: (id, state) => {
        if (state === 'queried' && own.get(id)?.state === 'approved') late.add(id);
        own.take(id, state);
      },
      get: (id) => {
        const cycle = own.get(id);
        return cycle && late.has(id) ? { ...cycle, state: shown } : cycle;
      },
    };
  });

/** Repeated, late and strange callbacks (CBK-06). */
const harmed: readonly Mutant[] = [
  providerSeamsMutant(
    'late-query-forgets-a-decision',
    ['CBK-06'],
    'A query sets the case back to its beginning.',
    {
      cycles: afterLateQuery('pending'),
    },
  ),
  providerSeamsMutant(
    'unknown-cycle-breaks-the-server',
    ['CBK-06', 'CBK-03', 'FLW-09'],
    'A cycle that is not there is not thought of.',
    {
      cycles: odd((own) => ({
        get: (id) => {
          const cycle = own.get(id);
          if (cycle === undefined && id !== '') throw new TypeError('cannot read properties of undefined');
          return cycle;
        },
      })),
    },
  ),
  providerSeamsMutant(
    'second-answer-breaks-the-server',
    ['CBK-06'],
    'An answer is inserted under a unique key.',
    {
      cycles: odd((own) => ({
        take: (id, state) => {
          if ((own.get(id)?.callbacks ?? 0) > 0 && state === 'approved' && own.get(id)?.state === 'approved')
            throw new Error('duplicate key');
          own.take(id, state);
        },
      })),
    },
  ),
];

/** Where callbacks are put (CBK-05, CBK-06). */
export const callbackMutants: readonly Mutant[] = [...mixing, ...sharing, ...harmed];
