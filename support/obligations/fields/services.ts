import { whyImpossible } from '../../adapter/acts';
import type { Method } from '../../adapter/protocol';
import { whyUnplayable } from '../../adapter/roles';
import { noneOfRoles } from '../../contract/words';
import type { Circumstances } from '../judge/circumstances';
import type { Facet } from '../judge/home';

const services = ['identity', 'registry'] as const;
type KeyService = (typeof services)[number];

/** The services that a client encrypts fields for (clause 4.2), whether it sends them or merely gives them back. */
export function encryptedFor(about: Circumstances): readonly Facet[] | undefined {
  return facetsOf(about, ['field.encrypt']);
}

/** The services that a client sends encrypted fields to. */
export function encryptedTo(about: Circumstances): readonly Facet[] | undefined {
  return facetsOf(about, []);
}

function facetsOf(about: Circumstances, besides: readonly Method[]): readonly Facet[] | undefined {
  if (about.rolesAsSeen === true) return undefined;
  return services.map((service) => facetOf(service, about, besides));
}

function facetOf(name: KeyService, about: Circumstances, besides: readonly Method[]): Facet {
  const { roles, offer, sparesOtps } = about;
  const isPlayed = roles.includes(name);
  if (offer === undefined) return isPlayed ? { name } : unplayed(name);
  const { capabilities } = offer;
  const offers = (method: Method): boolean => capabilities.includes(method);
  // An OTP goes to the registry, also for a client that does nothing else there.
  const verifies = name === 'registry' && offers('otp.verify') && (isPlayed || !offers('fields.send'));
  if (!isPlayed && !verifies) return unplayed(name);
  const unplayable = isPlayed ? whyUnplayable(name, offer) : undefined;
  if (unplayable !== undefined) return { name, ruledOut: unplayable };
  if (!verifies && !offers('fields.send') && !besides.some(offers))
    return { name, ruledOut: whyImpossible('sendsFields', offer) ?? `nothing is sent to ${name}` };
  return {
    name,
    ...(sparesOtps === true && name === 'registry' && { leftOut: 'no OTP is sent in this run' }),
  };
}

function unplayed(name: KeyService): Facet {
  return { name, ruledOut: noneOfRoles([name]) };
}
