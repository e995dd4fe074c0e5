import { defineArea } from '../judge/home';
import {
  tokenAcceptedUntilExpiry,
  secretsOnBackend,
  secretInSessionsOnly,
  deprecatedApisUncalled,
  refreshNoted,
  userTokenNoted,
} from './use';
import { refusedTokenNoted } from './refused';
import { expiredTokenUnused } from './expired';
import { tokenReused } from './reuse';

/** How access tokens and client secrets are treated (clause 5.1). */
export const token = defineArea('token', [
  tokenReused,
  expiredTokenUnused,
  deprecatedApisUncalled,
  secretInSessionsOnly,
  refreshNoted,
  tokenAcceptedUntilExpiry,
  userTokenNoted,
  secretsOnBackend,
  refusedTokenNoted,
]);
