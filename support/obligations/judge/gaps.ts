import type { Act, AdapterOffer } from '../../adapter/roles';
import { mayLeaveOut, methodsByAction, whyActionImpossible } from '../../adapter/roles';
import type { AdapterMethod } from '../../adapter/protocol';
import type { Role } from '../../contract/words';
import type { Reason } from '../../exchange/reason';

/** Returns the reason for a check that needs one of these methods. Call it if the adapter does not offer any. */
export function reasonOfGap(
  text: string,
  methods: readonly AdapterMethod[],
  roles: readonly Role[],
  offer: Pick<AdapterOffer, 'capabilities'>,
): Reason {
  return { kind: 'not-offered', text, ...(mayLeaveOut(methods, roles, offer) && { optional: true }) };
}

/**
 * Returns the reason why the suite cannot make a client of these roles perform an action. Returns `undefined`
 * if the adapter offers a method that causes the action.
 */
export function findActionGap(act: Act, roles: readonly Role[], offer: AdapterOffer): Reason | undefined {
  const text = whyActionImpossible(act, offer);
  return text === undefined ? undefined : reasonOfGap(text, methodsByAction[act].by, roles, offer);
}
