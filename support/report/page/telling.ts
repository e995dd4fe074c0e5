

/**
 * A place in an exchange, as `placesOf` names them: `request line`, `request header timestamp`, `answer body/error`,
 * `fact payer/decision`. It stands for all that is below it; `*` is any step. `text …` is wherever such a text stands.
 */
export interface Place {
  readonly at: string;
  /** Where it is not there, that tells as much: it is shown as missing. */
  readonly needed: boolean;
}

const at = (...places: string[]): Place[] => places.map((each) => ({ at: each, needed: false }));
const needed = (...places: string[]): Place[] => places.map((each) => ({ at: each, needed: true }));

const requestId = needed('request header request-id');
const timestamp = needed('request header timestamp');
const bearer = at('request header authorization', 'request header bearer_auth', 'fact tokens');
const refusal = at('asked', 'answer line', 'answer body/error');
const ciphertext = at('request body/otp', 'request body/ciphertext');
/** What was found out about encrypted fields, each beside its ciphertext. */
const encrypted = (...facts: string[]): Place[] => [
  ...ciphertext,
  ...at(...facts.map((fact) => `fact fields/*/${fact}`)),
];
const adapterAnswer = at('asked', 'fact adapter/outcome', 'request body/error');
/** Who refuses to encrypt or decrypt shows no content: the refusal tells. */
const transferred = at(
  'fact adapter/outcome',
  'request body/error',
  'fact transfer/content',
  'request body/content',
);
/** The path, and the headers that clause 4.4 wants beside it. */
const triggered = [
  ...at('request line'),
  ...needed('request header accept', 'request header content-type', 'request header bearer_auth'),
];
const flow = at(
  'request line',
  'answer line',
  'fact payer/correlationId',
  'fact payer/resources',
  'fact payer/documents',
  'fact payer/decision',
  'fact payer/flaw',
  'fact cycle',
);

/** Which part of an exchange shows whether an obligation was kept. */
const tellingPlaces: Readonly<Record<string, readonly Place[]>> = {
  'SES-01': at('request line'),
  'SES-02': needed('request body/clientId', 'request body/clientSecret', 'request body/grantType'),
  'SES-03': needed('request body/grantType'),
  'SES-04': [...requestId, ...timestamp, ...needed('request header x-cm-id', 'request header content-type')],
  'SES-05': at('answer line', 'answer body'),
  'SES-06': [...needed('answer body/accessToken', 'answer body/refreshToken'), ...at('fact tokens')],
  'SES-07': needed('answer body/tokenType', 'answer body/expiresIn', 'answer body/refreshExpiresIn'),
  'SES-08': refusal,
  'SES-09': at('answer line', 'answer body'),
  'SES-10': [...needed('answer body/expiresIn'), ...at('fact tokens/response:/accessToken')],
  'SES-11': refusal,
  'HDR-01': [...needed('request header authorization|bearer_auth'), ...at('fact tokens')],
  'HDR-02': requestId,
  'HDR-03': requestId,
  'HDR-04': requestId,
  'HDR-05': requestId,
  'HDR-06': timestamp,
  'HDR-07': timestamp,
  'HDR-08': [...timestamp, ...at('time')],
  'HDR-09': [...timestamp, ...refusal],
  'HDR-10': needed('request header x-cm-id'),
  'HDR-11': needed('request header content-type'),
  'HDR-12': needed('request header x-hip-id|x-hiu-id'),
  'HDR-13': [...at('request header request-id', 'request header timestamp'), ...refusal],
  'HDR-14': [],
  'TOK-01': [...at('time', 'request line'), ...bearer],
  'TOK-02': [...bearer, ...at('time')],
  'TOK-03': at('request line'),
  'TOK-04': at('text [client-secret'),
  'TOK-05': at('request line'),
  'TOK-06': [...bearer, ...at('time', 'answer line')],
  'TOK-07': at('request line', 'request header x-token'),
  'TOK-08': [],
  'CRT-01': at('answer line', 'answer body', 'fact publicKey'),
  'CRT-02': at('answer line', 'answer body', 'fact publicKey'),
  'CRT-03': at('asked', 'request header authorization', 'answer line'),
  'CRT-04': [...needed('request header authorization'), ...requestId, ...timestamp],
  'CRT-05': needed('request header authorization'),
  'CRT-06': at('request line', 'request body'),
  'CRT-07': at('request line', 'fact fields'),
  'CRT-08': [
    ...encrypted('key', 'padding'),
    ...at('request line', 'answer line', 'answer body/error', 'fact publicKey/digest'),
  ],
  'CRT-09': encrypted('key', 'ownKey'),
  'ENC-01': encrypted('form', 'readable', 'plaintext'),
  'ENC-02': [...encrypted('form', 'readable', 'plaintext'), ...at('request body/loginId')],
  'ENC-03': encrypted('form', 'bytes', 'modulusBytes'),
  'ENC-04': encrypted('padding'),
  'ENC-05': [...encrypted('padding'), ...at('answer line', 'answer body/error')],
  'ENC-06': encrypted('plaintext'),
  'ENC-07': encrypted('plaintext'),
  'ENC-08': encrypted('pointer'),
  'ENC-09': at('fact leaks', 'request line', 'text [otp', 'text [national-id'),
  'ENC-10': [...encrypted('wanted', 'form', 'readable'), ...at('request body')],
  'ENC-11': [...refusal, ...at('request body/otp')],
  'ENC-12': [...refusal, ...at('request body/otp')],
  'ENC-13': [...refusal, ...at('request body/otp')],
  'ENC-14': [...adapterAnswer, ...at('fact adapter/valueBytes', 'request body/ciphertext', 'fact fields')],
  'ENC-15': [...encrypted('wanted', 'form', 'readable'), ...at('request body')],
  'ENC-16': [],
  'OTP-01': at('request line'),
  'OTP-02': needed('request body/txnId'),
  'OTP-03': at('answer line', 'answer body'),
  'OTP-04': needed('request body/txnId', 'answer body/txnId'),
  'OTP-05': [...at('answer line'), ...needed('answer body/authResult')],
  'HDT-01': adapterAnswer,
  'HDT-02': adapterAnswer,
  'HDT-03': at('request body/keyMaterial/dhPublicKey/keyValue', 'fact transfer/keyMaterial/keyDigest'),
  'HDT-04': at('request body/keyMaterial/nonce', 'fact transfer/keyMaterial/nonceDigest'),
  'HDT-05': transferred,
  'HDT-06': transferred,
  'HDT-07': transferred,
  'HDT-08': transferred,
  'HDT-09': at('request body/keyMaterial', 'fact transfer/keyMaterial'),
  'HDT-10': [...transferred, ...at('request body/keyMaterial', 'fact transfer/echoes')],
  'HDT-11': [
    ...adapterAnswer,
    ...at('request body/bundle', 'fact transfer/bundle', 'fact transfer/bundleFlaw', 'fact transfer/mistake'),
  ],
  'HDT-12': [...adapterAnswer, ...at('request body', 'fact transfer/bundle')],
  'HDT-13': adapterAnswer,
  'HDT-14': at('fact transfer/privateKeyIn', 'text [private-key', 'request body/keyMaterial'),
  'HDT-15': at('request body/keyMaterial/dhPublicKey/expiry', 'fact transfer/keyMaterial/expiresAt', 'time'),
  'HDT-16': adapterAnswer,
  'HDT-17': at(
    'request body/keyMaterial/dhPublicKey/keyValue',
    'request body/keyMaterial/nonce',
    'fact transfer/keyMaterial/keyDigest',
    'fact transfer/keyMaterial/nonceDigest',
  ),
  'HDT-18': at('fact transfer/bundleIn', 'request body/content'),
  'HDT-19': [],
  'DPY-01': triggered,
  'DPY-02': needed('request body/action', 'request body/method'),
  'DPY-03': [...needed('request body/correlationId'), ...at('fact payer/correlationId')],
  'DPY-04': triggered,
  'DPY-05': needed('request body/providerId', 'request body/claimNumber'),
  'DPY-06': at('fact payer/providerId', 'fact payer/policyNumber', 'fact payer/resources'),
  'DPY-07': at('fact payer/recipient', 'fact payer/flaw'),
  'DPY-08': at('request body', 'answer line'),
  'DPY-09': at('asked', 'request body', 'answer line', 'answer body/error'),
  'FLW-01': flow,
  'FLW-02': flow,
  'FLW-03': flow,
  'FLW-04': flow,
  'FLW-05': flow,
  'FLW-06': flow,
  'FLW-07': flow,
  'FLW-08': flow,
  'FLW-09': flow,
  'FLW-10': flow,
  'FLW-11': [...flow, ...at('time')],
  'FLW-12': flow,
  'FLW-13': flow,
  'FLW-14': flow,
  'FLW-15': flow,
  'CBK-01': at('fact payer/correlationId', 'fact payer/flaw'),
  'CBK-02': [...needed('request header authorization'), ...at('fact callbackToken')],
  'CBK-03': at('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  'CBK-04': at('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  'CBK-05': at('fact payer/correlationId', 'fact payer/decision', 'fact cycle', 'answer line'),
  'CBK-06': at('asked', 'fact payer/correlationId', 'answer line', 'fact cycle'),
  'CBK-07': needed('request header x-hip-id|x-hiu-id'),
  'CBK-08': at('asked', 'fact callbackToken', 'answer line', 'fact cycle'),
  'SEC-01': at('request line', 'request flaw', 'fact scheme'),
  'SEC-02': at('request line', 'fact scheme', 'fact tls', 'answer line'),
  'VER-01': at('request line'),
  'LIM-01': at('answer line'),
};

/** The places that tell about an obligation; none for one that this suite does not know. */
export function tellingPlacesOf(id: string): readonly Place[] {
  return (tellingPlaces as Readonly<Partial<Record<string, readonly Place[]>>>)[id] ?? [];
}
