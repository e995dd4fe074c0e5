import { area } from '../judge/home';
import { correlationKept, callbacksSigned, callbacksBridged } from './sent';
import { validTaken, unsignedRefused, cyclesApart, harmlessCallbacks, othersRefused } from './taken';

/** What callbacks carry, and which are taken (clauses 5.1.6, 6.1). */
export const callback = area('callback', [
  correlationKept,
  callbacksSigned,
  validTaken,
  unsignedRefused,
  cyclesApart,
  harmlessCallbacks,
  callbacksBridged,
  othersRefused,
]);
