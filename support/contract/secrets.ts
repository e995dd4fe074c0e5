/** Kinds of secret; the placeholder that is recorded in their stead names them. */
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

/** Members whose value is a secret wherever they stand (JSON, forms, queries); names in lower case. */
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
 * Members that carry a ciphertext if all is well, and a secret if it is not; the reading `encrypted-members` names more.
 */
export const encryptedMembers: Readonly<Record<string, SecretKind>> = { otp: 'otp', loginid: 'national-id' };

/** Members of an object under a secret's name that hold the secret itself; names in lower case. */
export const secretHolders: readonly string[] = ['otpvalue', 'value'];

/** Header fields whose value is a secret; names in lower case. */
export const secretHeaders: Readonly<Record<string, SecretKind>> = {
  authorization: 'access-token',
  bearer_auth: 'access-token',
  'proxy-authorization': 'credential',
  'x-token': 'token',
  cookie: 'credential',
  'set-cookie': 'credential',
};
