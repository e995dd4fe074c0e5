import type { ForbiddenPair } from '../dimension';
import { addressDimensions } from './day/addresses';
import { cycleDimensions } from './day/cycles';
import { partyDimensions } from './day/parties';
import { bodyDimensions, headerDimensions } from './day/requests';
import { tokenDimensions } from './day/tokens';
import type { DayDimension } from './day/values';

/**
 * Dimensions of a day: the behaviour of its parties, and the bytes on the wire. Changes to the wire are made in this
 * order: bodies, headers and addresses. A dimension of headers can then look at the final body.
 */
export const dayDimensions: readonly DayDimension[] = [
  ...partyDimensions,
  ...tokenDimensions,
  ...cycleDimensions,
  ...bodyDimensions,
  ...headerDimensions,
  ...addressDimensions,
];

export const dayForbidden: readonly ForbiddenPair[] = [];
