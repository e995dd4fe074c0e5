import type { Hidden } from '../mutant';

/** What a broken integrator keeps from being judged. */
export const integratorHidden: readonly Hidden[] = [];
