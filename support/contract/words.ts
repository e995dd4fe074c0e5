/** The party that an obligation applies to. */
export type Subject = 'integrator' | 'service';

/**
 * `must`: a breach fails the certification. `should`: a breach is a warning. `observe`: the behaviour is
 * recorded, but never judged.
 */
export const levels = ['must', 'should', 'observe'] as const;

export type Level = (typeof levels)[number];

/**
 * The source of an observation: recorded traffic (`passive`), the response to a stimulus (`active`), or the
 * results of the integrator's adapter (`adapter`). `declared` means that the behaviour is not visible from
 * outside, so the target file must declare it.
 */
export type ObservationKind = 'passive' | 'active' | 'adapter' | 'declared';

/**
 * The roles of a subject, such as `hip` for the information provider of a transfer. The target file lists the
 * roles that its subject has.
 */
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

/** The names of the roles in messages and reports. */
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

/** Returns the reason why an obligation is not applicable to a target that does not list any of `roles`. */
export function whyRolesMissing(roles: readonly Role[]): string {
  const named = roles.map((role) => (roleWords[role] === role ? role : `${role} (${roleWords[role]})`));
  return `the target does not list the role ${named.join(' or ')}`;
}
