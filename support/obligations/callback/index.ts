import { defineArea } from '../judge/home';
import { cyclesApart } from './apart';
import { unsignedRefused, othersRefused } from './forged';
import { harmlessCallbacks } from './harmless';
import { correlationKept, callbacksBridged } from './sent';
import { callbacksSigned } from './signed';
import { validTaken } from './taken';

/** What callbacks carry, and which are taken (clauses 5.1.6, 6.1). */
export const callback = defineArea('callback', [
  correlationKept,
  callbacksSigned,
  validTaken,
  unsignedRefused,
  cyclesApart,
  harmlessCallbacks,
  callbacksBridged,
  othersRefused,
]);
