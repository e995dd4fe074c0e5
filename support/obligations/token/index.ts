import { area } from '../judge/home';
import { tokenAcceptedUntilExpiry } from './acceptance';
import { secretsOnBackend } from './declared';
import { refusedTokenNoted } from './refused';
import { tokenReused, expiredTokenUnused } from './reuse';
import { secretInSessionsOnly } from './secret';
import { deprecatedApisUncalled, refreshNoted, userTokenNoted } from './use';

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
  refusedTokenNoted,
]);
