import type { Stimulus } from './stimuli';
import { paddingRejection, sha256Only, shortToken, unavailable } from './stimuli';

const shortLifetimeSeconds = 5;

/** The faults that a mock for work by hand can play from its start, by name, and what they do. */
export const faults: Readonly<Record<string, { readonly words: string; readonly stimulus: Stimulus }>> = {
  'short-token': {
    words: `access tokens live ${shortLifetimeSeconds} seconds`,
    stimulus: shortToken(shortLifetimeSeconds),
  },
  unavailable: { words: 'the first session request is answered 503', stimulus: unavailable },
  'padding-rejection': {
    words: 'the first encrypted value is rejected, whatever it is',
    stimulus: paddingRejection,
  },
  'sha256-only-identity': {
    words: 'the identity service takes OAEP with SHA-256 and nothing else',
    stimulus: sha256Only('identity'),
  },
  'sha256-only-registry': {
    words: 'the registry takes OAEP with SHA-256 and nothing else',
    stimulus: sha256Only('registry'),
  },
};
