const transferRoles = ['hip', 'hiu'] as const;

type TransferRole = (typeof transferRoles)[number];

/**
 * Returns the roles `hip` and `hiu` if they are among the given roles. Only an adapter or the answers to a
 * challenge can test these roles of a health-data transfer.
 */
export function transferRolesIn(roles: readonly string[]): TransferRole[] {
  return transferRoles.filter((role) => roles.includes(role));
}

/**
 * Explains that a certificate for these roles requires an adapter, and that a challenge can test them without
 * one.
 */
export function transferAdapterHint(roles: readonly TransferRole[]): string {
  return [
    `A certificate for ${roles.join(' and ')} takes an adapter: neither traffic nor a run by hand shows enough.`,
    `Without one, npx conform challenge --role ${roles.join(',')} --out my.challenge.json has your crypto judged by file.`,
  ].join('\n');
}
