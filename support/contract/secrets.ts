/** Kinds of secret. A recording replaces each secret with a placeholder that names its kind. */
export const secretKinds = [
  'client-secret',
  'access-token',
  'refresh-token',
  'token',
  'otp',
  'national-id',
  'private-key',
  'credential',
] as const;

export type SecretKind = (typeof secretKinds)[number];

/** Lower-case names of members whose value is always secret, in JSON bodies, forms and query strings. */
export const secretMembers: Readonly<Record<string, SecretKind>> = {
  clientsecret: 'client-secret',
  client_secret: 'client-secret',
  accesstoken: 'access-token',
  access_token: 'access-token',
  refreshtoken: 'refresh-token',
  refresh_token: 'refresh-token',
  hprtoken: 'token',
  token: 'token',
  'x-token': 'token',
  id_token: 'token',
  idtoken: 'token',
  authorization: 'access-token',
  client_assertion: 'credential',
  password: 'credential',
  passwd: 'credential',
  pwd: 'credential',
  api_key: 'credential',
  apikey: 'credential',
  'x-api-key': 'credential',
  'x-auth-token': 'token',
  'x-csrf-token': 'token',
  privatekey: 'private-key',
};

/**
 * Lower-case names of members whose value should be a ciphertext. If the client did not encrypt the value, it
 * is a secret. The reading `encrypted-members` adds names.
 */
export const encryptedMembers: Readonly<Record<string, SecretKind>> = { otp: 'otp', loginid: 'national-id' };

/**
 * Lower-case names of members that contain the secret if their parent member has the name of a secret, as in
 * `"otp": {"value": "…"}`.
 */
export const secretHolders: readonly string[] = ['otpvalue', 'value'];

/** Names of HTTP headers whose value is secret, in lower case. */
export const secretHeaders: Readonly<Record<string, SecretKind>> = {
  authorization: 'access-token',
  bearer_auth: 'access-token',
  'proxy-authorization': 'credential',
  'x-token': 'token',
  cookie: 'credential',
  'set-cookie': 'credential',
};
