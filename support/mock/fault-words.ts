export const shortLifetimeSeconds = 5;

/** What each fault does that a mock for work by hand can play. */
export const faultWords = {
  'short-token': `access tokens live ${shortLifetimeSeconds} seconds`,
  'token-refused': 'the first request with an access token is answered 401',
  unavailable: 'the first session request is answered 503',
  'padding-rejection': 'the first encrypted value is rejected, whatever it is',
  'sha256-only-identity': 'the identity service takes OAEP with SHA-256 and nothing else',
  'sha256-only-registry': 'the registry takes OAEP with SHA-256 and nothing else',
} as const;

export type FaultName = keyof typeof faultWords;
