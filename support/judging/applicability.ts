import type { ServiceName } from '../contract/operations';
import type { Role } from '../contract/words';
import { noneOfRoles } from '../contract/words';
import type { Obligation } from '../obligations';
import type { Circumstances } from '../obligations/judge/home';

const serviceOfRole: Readonly<Partial<Record<Role, ServiceName>>> = {
  gateway: 'gateway',
  identity: 'identity',
  registry: 'registry',
  payer: 'dummyPayer',
};

/** Whether the service that plays a role is one that the target names. */
export function isNamed(role: Role, { services }: Pick<Circumstances, 'services'>): boolean {
  const service = serviceOfRole[role];
  return service === undefined || services[service] !== undefined;
}

/** Why an obligation is not applicable to a target; `undefined` where it is. */
export function whyNotApplicable(obligation: Obligation, about: Circumstances): string | undefined {
  return obligation.subject === 'integrator'
    ? integratorReason(obligation, about)
    : serviceReason(obligation, about);
}

function serviceReason(
  { roles, seen, harmless, unless }: Obligation,
  about: Circumstances,
): string | undefined {
  if (!roles.some((role) => isNamed(role, about))) {
    const lacking = roles.map((role) => serviceOfRole[role] ?? role);
    const members = lacking.map((service) => `services.${service}`);
    return `the target names no ${lacking.join(' or ')}: set ${members.join(' or ')}`;
  }
  if (roles.includes('payer') && about.services.provider === undefined)
    return 'the target names no provider: set services.provider to the base of the v1/… operations';
  const reason = unless?.(about);
  if (reason !== undefined) return reason;
  return about.environment === 'production' && seen === 'active' && harmless !== true
    ? 'the environment is production: no active probes are sent there'
    : undefined;
}

function integratorReason({ roles, unless }: Obligation, about: Circumstances): string | undefined {
  if (about.integrator === undefined) return 'the target names no integrator';
  const reason = unless?.(about);
  if (reason !== undefined) return reason;
  const applies = roles.some((role) => about.roles.includes(role));
  return applies ? undefined : noneOfRoles(roles);
}
