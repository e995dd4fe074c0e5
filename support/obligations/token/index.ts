import { area } from '../judge/home';
import { tokenReused, expiredTokenUnused } from './reuse';
import { deprecatedApisUncalled, secretInSessionsOnly, refreshNoted, userTokenNoted } from './use';
import { tokenAcceptedUntilExpiry } from './acceptance';
import { secretsOnBackend } from './declared';

/** How access tokens and client secrets are treated (clause 5.1). */
export const token = area('token', [
  tokenReused,
  expiredTokenUnused,
  deprecatedApisUncalled,
  secretInSessionsOnly,
  refreshNoted,
  tokenAcceptedUntilExpiry,
  userTokenNoted,
  secretsOnBackend,
]);
