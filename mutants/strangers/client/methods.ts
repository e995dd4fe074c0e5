import type { AdapterMethod } from '../../../support/adapter/protocol';
import type { IntegratorRole } from '../../../support/adapter/roles';
import { roleRequirements } from '../../../support/adapter/roles';

/** Returns the methods that these roles need, each once. */
export const methodsOfRoles = (roles: readonly IntegratorRole[]): readonly AdapterMethod[] => [
  ...new Set(roles.flatMap((role) => roleRequirements[role].needs.flat())),
];
