import type { Act } from '../adapter/acts';
import { whyImpossible } from '../adapter/acts';
import type { Offer } from '../adapter/roles';
import { isIntegratorRole, whyUnplayable } from '../adapter/roles';
import type { Obligation, ObligationId } from '../obligations';
import type { Role } from '../contract/words';

/** What an adapter that has introduced itself leaves open. */
export interface Gap {
  readonly verdict: 'not-tested' | 'not-applicable';
  readonly reason: string;
}

type Row = Pick<Obligation, 'roles'> & { readonly id: ObligationId };

/**
 * A client that lacks what its role cannot do without: whatever else it shows, that role is not tested. `undefined`
 * where the client can play one of the roles that an obligation belongs to.
 */
export function gapInRoles({ roles: wanted }: Row, roles: readonly Role[], offer: Offer): Gap | undefined {
  const played = wanted.filter((role) => roles.includes(role)).filter(isIntegratorRole);
  const reasons = played.map((role) => whyUnplayable(role, offer));
  if (reasons.length === 0 || reasons.includes(undefined)) return undefined;
  return { verdict: 'not-tested', reason: reasons.join('; ') };
}

/** What has to be offered before an obligation can be seen at all; nothing stands here of what its role needs anyway. */
const seenBy: Readonly<Partial<Record<ObligationId, Act>>> = {
  'HDR-01': 'authorizes',
  'TOK-01': 'carriesToken',
  'TOK-02': 'carriesToken',
  'TOK-03': 'fetchesCertificate',
  'TOK-07': 'verifiesOtp',
  'ENC-02': 'sendsFields',
  'ENC-14': 'encryptsAnyValue',
  'ENC-15': 'sendsFields',
  'OTP-01': 'verifiesOtp',
  'OTP-02': 'verifiesOtp',
};

/** What a client could show if it liked, without another role: the suite could have asked for it. */
const couldBeShown: readonly ObligationId[] = ['ENC-14'];

/**
 * What nothing that is offered can bring about; `undefined` where something can. `ownBearer`: triggers of the dummy
 * payer carry a token of their own.
 */
export function gapInActs({ id }: Row, offer: Offer, ownBearer = false): Gap | undefined {
  const seen = seenBy[id];
  const act = seen === 'carriesToken' && ownBearer ? 'authorizes' : seen;
  const reason = act && whyImpossible(act, offer);
  if (reason === undefined) return undefined;
  return { verdict: couldBeShown.includes(id) ? 'not-tested' : 'not-applicable', reason };
}
