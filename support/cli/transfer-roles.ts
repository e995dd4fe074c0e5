const transferRoles = ['hip', 'hiu'] as const;

type TransferRole = (typeof transferRoles)[number];

/** The roles that only an adapter, or the answers to a challenge, can show. */
export function transferRolesIn(roles: readonly string[]): TransferRole[] {
  return transferRoles.filter((role) => roles.includes(role));
}

/** What becomes of these roles without an adapter, and the other way. */
export function transfersNeedAdapter(roles: readonly TransferRole[]): string {
  return [
    `A certificate for ${roles.join(' and ')} takes an adapter: neither traffic nor a run by hand shows enough.`,
    `Without one, npx conform challenge --role ${roles.join(',')} --out my.challenge.json has your crypto judged by file.`,
  ].join('\n');
}
