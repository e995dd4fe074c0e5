import { whyImpossible } from '../adapter/acts';
import type { Offer } from '../adapter/roles';
import { isIntegratorRole, whyUnplayable } from '../adapter/roles';
import type { Obligation } from '../obligations';
import type { Role } from '../contract/words';

/** What an adapter that has introduced itself leaves open. */
export interface Gap {
  readonly verdict: 'not-tested' | 'not-applicable';
  readonly reason: string;
}

/**
 * A client that lacks what its role cannot do without: what it does not show all the same is not tested. `undefined`
 * where the client can play one of the roles that an obligation belongs to. `uncalled`: why it cannot be called back.
 */
export function gapInRoles(
  { roles: wanted }: Pick<Obligation, 'roles'>,
  roles: readonly Role[],
  offer: Offer,
  uncalled?: string,
): Gap | undefined {
  const played = wanted.filter((role) => roles.includes(role)).filter(isIntegratorRole);
  const reasons = played.map((role) => whyUnplayable(role, offer, uncalled));
  if (reasons.length === 0 || reasons.includes(undefined)) return undefined;
  return { verdict: 'not-tested', reason: reasons.join('; ') };
}

/**
 * What no offered method can produce; `undefined` where something can. `ownBearer`: triggers of the dummy
 * payer carry a token of their own.
 */
export function gapInActs(
  { act: wanted, optionalAct }: Pick<Obligation, 'act' | 'optionalAct'>,
  offer: Offer,
  ownBearer = false,
): Gap | undefined {
  const act = wanted === 'carriesToken' && ownBearer ? 'authorizes' : wanted;
  const reason = act && whyImpossible(act, offer);
  if (reason === undefined) return undefined;
  return { verdict: optionalAct === true ? 'not-tested' : 'not-applicable', reason };
}
