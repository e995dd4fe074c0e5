import type { Obligation, ObligationId, Role } from '../contract/obligations';
import type { ServiceName } from '../contract/operations';

/** What decides whether an obligation concerns a target at all. */
export interface Applicability {
  /** Services that the run can reach by address; those of the mock where the target names none. */
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  readonly environment: 'sandbox' | 'production';
  readonly roles: readonly Role[];
}

const serviceOfRole: Readonly<Partial<Record<Role, ServiceName>>> = {
  gateway: 'gateway',
  identity: 'identity',
  registry: 'registry',
  payer: 'dummyPayer',
};

/** Active obligations that valid calls alone can show. */
const harmless: readonly string[] = ['TOK-06', 'SEC-02'];

/** Why an obligation is not applicable to a target; `undefined` where it is. */
export function whyNotApplicable(
  obligation: Obligation & { readonly id: ObligationId },
  about: Applicability,
): string | undefined {
  if (obligation.subject === 'integrator') return roleReason(obligation, about);
  const missing = obligation.roles.find((role) => {
    const service = serviceOfRole[role];
    return service !== undefined && about.services[service] === undefined;
  });
  if (missing !== undefined) return `the target names no ${serviceOfRole[missing] ?? missing}`;
  if (obligation.id === 'SEC-02' && Object.values(about.services).every((base) => base.startsWith('http:')))
    return 'plain http on loopback';
  if (about.environment === 'production' && obligation.seen === 'active' && !harmless.includes(obligation.id))
    return 'the environment is production: no active probes are sent there';
  return undefined;
}

function roleReason({ roles, needs }: Obligation, about: Applicability): string | undefined {
  const lacking = roles.filter((role) => !about.roles.includes(role));
  const applies = needs === 'all' ? lacking.length === 0 : lacking.length < roles.length;
  return applies ? undefined : `the target does not play ${roles.join(needs === 'all' ? ' and ' : ' or ')}`;
}
