/**
 * The operations that begin a cycle of a provider (clause 4.7), by the kind of the cycle. The methods of the adapter that
 * make a client send them have the same names. A payment notice is missing, because the payer begins it.
 */
export const beginningByKind = {
  plan: 'insurancePlan.request',
  eligibility: 'eligibility.check',
  preauth: 'preauth.submit',
  claim: 'claim.submit',
} as const;

/** The kinds of cycles that a provider begins. */
export type BegunKind = keyof typeof beginningByKind;

/** An operation that begins a cycle. */
export type Beginning = (typeof beginningByKind)[BegunKind];

/** All kinds of cycles that a provider begins. */
export const begunKinds = Object.keys(beginningByKind) as readonly BegunKind[];

/** The operations that begin any cycle. */
export const beginnings: readonly Beginning[] = Object.values(beginningByKind);

/** Whether an operation, or a call of the adapter, begins a cycle. */
export const isBeginning = (name: string): boolean => (beginnings as readonly string[]).includes(name);

/** The kinds of cycles that the payer answers at once, with data. */
export const dataKinds = ['plan', 'eligibility'] as const satisfies readonly BegunKind[];

/** The kinds of cycles that the payer decides after a trigger. */
export const decidedKinds = ['preauth', 'claim'] as const satisfies readonly BegunKind[];

/** The operations that begin cycles of {@link dataKinds}. */
export const dataBeginnings: readonly Beginning[] = dataKinds.map((kind) => beginningByKind[kind]);

/** The operations that begin cycles of {@link decidedKinds}. */
export const decidedBeginnings: readonly Beginning[] = decidedKinds.map((kind) => beginningByKind[kind]);
