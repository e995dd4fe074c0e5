import type { CertifiedService } from '../../adapter/protocol';

/** The services that publish a key for encrypted fields (clause 4.2). */
export type KeyService = CertifiedService;

/** Whose key the fields for a service are encrypted under. */
export type KeyChoice = (service: KeyService) => KeyService;

/** Each service's own (clauses 4.2, 6.3.1). */
export const keyOfTheService: KeyChoice = (service) => service;
