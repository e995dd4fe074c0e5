import { conformingPayer } from '../../support/mock/payer/seams';
import type { CallbackStep } from '../../support/mock/payer/cycle';
import type { PayerSeams } from '../../support/mock/payer/seams';

type Bundles = PayerSeams['bundles'];
export type Maker = Bundles[CallbackStep];
export type Content = Record<string, unknown>;

const { bundles } = conformingPayer;

export const withBundles = (changed: Partial<Bundles>): Partial<PayerSeams> => ({
  bundles: { ...bundles, ...changed },
});

/** The usual bundle with other resources; the first is what it is about, and the parties follow. */
export const bundleWithResources =
  (step: CallbackStep, change: (first: Content, others: readonly Content[]) => readonly Content[]): Maker =>
  (about) => {
    const bundle = bundles[step](about) as { readonly entry: readonly { readonly resource: Content }[] };
    const [first = {}, ...others] = bundle.entry.map(({ resource }) => resource);
    return { ...bundle, entry: change(first, others).map((resource) => ({ resource })) };
  };

/** The same change to both decisions. */
export const editDecisionBundles = (change: Parameters<typeof bundleWithResources>[1]): Partial<PayerSeams> =>
  withBundles({
    approved: bundleWithResources('approved', change),
    rejected: bundleWithResources('rejected', change),
  });

export const notFoundOutcome: Content = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code: 'not-found', diagnostics: 'no such policy' }],
};
export const opposite = (disposition: unknown): string =>
  disposition === 'Approved' ? 'Rejected' : 'Approved';
