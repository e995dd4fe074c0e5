import type { KeyObject } from 'node:crypto';
import type { ReviewCheck } from '../report/pack/review';
import { writeReview } from '../report/pack/review';
import { readPrivateKey } from '../report/pack/sign';
import type { Verified } from '../report/pack/verify-pack';
import type { Decided, Decision } from '../report/sign-off/sign-off';
import { ConfigurationError } from '../targets/errors';

/** A decision on a pack, as the command line takes it. */
export interface SignOffOptions {
  readonly signOff?: Decision;
  readonly by?: string;
  /** File of the private key of the reviewer. */
  readonly sign?: string;
  readonly remarks?: string;
  readonly condition?: readonly string[];
  /** In place of what another key signed. */
  readonly replace?: true;
}

interface WantedSignOff {
  readonly decided: Decided;
  readonly key: KeyObject;
  readonly isReplacing: boolean;
}

/** What is to be signed; `undefined`: nothing. Throws a ConfigurationError where options or key do not fit. */
export function signOffWanted(given: SignOffOptions): WantedSignOff | undefined {
  const { signOff: decision, by: name, sign, remarks, condition, replace } = given;
  if (decision === undefined) {
    const lone = (['by', 'sign', 'remarks', 'condition', 'replace'] as const).find(
      (each) => given[each] !== undefined,
    );
    if (lone === undefined) return undefined;
    throw new ConfigurationError('goes with --sign-off', { at: `--${lone}` }, 'add --sign-off DECISION');
  }
  if (name === undefined || sign === undefined)
    throw new ConfigurationError(
      `lacks ${name === undefined ? '--by' : '--sign'}`,
      { at: '--sign-off' },
      'say who decides with --by NAME, and name the file of their private key with --sign KEY',
    );
  const decided = {
    ...{ name, decision, date: new Date().toISOString().slice(0, 10) },
    ...(remarks !== undefined && { remarks }),
    ...(condition && { conditions: condition }),
  };
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
