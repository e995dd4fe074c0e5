/** Whose behaviour an obligation is about. */
export type Subject = 'integrator' | 'service';

/** `must` fails certification when broken, `should` warns, `observe` is noted and never judged. */
export type Level = 'must' | 'should' | 'observe';

/**
 * How an obligation can be seen: from recorded traffic alone, after a stimulus, in what the integrator's own code
 * returns, or not at all from outside.
 */
export type Seen = 'passive' | 'active' | 'adapter' | 'declared';

/** The parts that a subject plays; the target says which. */
export const roleNames = [
  'session',
  'gateway',
  'registry',
  'identity',
  'hip',
  'hiu',
  'trigger',
  'provider',
  'payer',
] as const;

export type Role = (typeof roleNames)[number];

/** Roles in words that a reader outside of the trade knows. */
export const roleWords: Readonly<Record<Role, string>> = {
  session: 'session',
  gateway: 'gateway',
  identity: 'identity',
  registry: 'registry',
  hip: 'health-data transfer as HIP',
  hiu: 'health-data transfer as HIU',
  provider: 'payer flows',
  trigger: 'dummy payer triggers',
  payer: 'dummy payer',
};

/** Why what takes one of these roles does not concern an integrator. */
export function noneOfRoles(roles: readonly Role[]): string {
  const named = roles.map((role) => (roleWords[role] === role ? role : `${role} (${roleWords[role]})`));
  return `the target does not list the role ${named.join(' or ')}`;
}
