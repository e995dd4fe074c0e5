import type { Hidden } from '../hidden';

/** What a broken integrator keeps from being judged. */
export const integratorHidden: readonly Hidden[] = [];
