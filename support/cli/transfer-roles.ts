const transferRoles = ['hip', 'hiu'] as const;

type TransferRole = (typeof transferRoles)[number];

/**
 * Returns the roles of a health-data transfer among the given roles. Only an adapter or the answers to a
 * challenge can test them.
 */
export function transferRolesIn(roles: readonly string[]): TransferRole[] {
  return transferRoles.filter((role) => roles.includes(role));
}

/** Explains that these roles need an adapter for a certificate, and that a challenge can test them without one. */
export function transferAdapterHint(roles: readonly TransferRole[]): string {
  return [
    `A certificate for ${roles.join(' and ')} takes an adapter: neither traffic nor a run by hand shows enough.`,
    `Without one, npx conform challenge --role ${roles.join(',')} --out my.challenge.json has your crypto judged by file.`,
  ].join('\n');
}
