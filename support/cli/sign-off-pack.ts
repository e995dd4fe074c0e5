import type { KeyObject } from 'node:crypto';
import type { ReviewCheck } from '../report/pack/review';
import { writeReview } from '../report/pack/review';
import { readPrivateKey } from '../report/pack/sign';
import type { Verified } from '../report/pack/verify-pack';
import type { Decided } from '../report/sign-off/sign-off';
import { ConfigurationError } from '../targets/errors';
import type { DecisionOptions } from './decided';
import { decidedBy } from './decided';

/** A decision on a pack, as the command line takes it. */
export interface SignOffOptions extends DecisionOptions {
  /** File of the private key of the reviewer. */
  readonly sign?: string;
  /** In place of what another key signed. */
  readonly replace?: true;
}

interface WantedSignOff {
  readonly decided: Decided;
  readonly key: KeyObject;
  readonly isReplacing: boolean;
}

const hint = 'say who decides with --by NAME, and name the file of their private key with --sign KEY';

/** What is to be signed; `undefined`: nothing. Throws a ConfigurationError where options or key do not fit. */
export function signOffWanted(given: SignOffOptions): WantedSignOff | undefined {
  const { signOff, by, remarks, condition, sign, replace } = given;
  const decided = decidedBy({ signOff, by, remarks, condition }, { sign, replace }, hint);
  if (decided === undefined) return undefined;
  if (sign === undefined) throw new ConfigurationError('lacks --sign', { at: '--sign-off' }, hint);
  return { decided, key: readPrivateKey(sign, '--sign'), isReplacing: replace === true };
}

/** Signs a pack off. @param sound what was found out about it; absent: it did not verify, and is not signed off */
export function signOffPack(
  pack: string,
  sound: Verified | undefined,
  { decided, ...how }: WantedSignOff,
): { readonly isSignedOff: boolean; readonly review?: ReviewCheck } {
  if (sound === undefined) return { isSignedOff: false };
  return { isSignedOff: true, review: writeReview(pack, sound, decided, how) };
}
