import type { FaultName } from './fault-words';
import { shortLifetimeSeconds } from './fault-words';
import type { Stimulus } from './stimuli';
import { paddingRejection, sha256Only, shortToken, tokenRefused, unavailable } from './stimuli';

/** The faults that a mock for work by hand can play from its start, by name. */
export const faults: Readonly<Record<FaultName, Stimulus>> = {
  'short-token': shortToken(shortLifetimeSeconds),
  'token-refused': tokenRefused,
  unavailable: unavailable('session.create', 0),
  'padding-rejection': paddingRejection,
  'sha256-only-identity': sha256Only('identity'),
  'sha256-only-registry': sha256Only('registry'),
};
