/**
 * A place in an exchange: `request line`, `request header timestamp`, `answer body/error`, `fact payer/decision`. It
 * stands for all that is below it; `*` is any step. `text …` is wherever such a text stands.
 */
export interface Place {
  readonly at: string;
  /** Where it is not there, that tells as much: it is shown as missing. */
  readonly needed: boolean;
}

export const at = (...places: string[]): Place[] => places.map((each) => ({ at: each, needed: false }));
export const needed = (...places: string[]): Place[] => places.map((each) => ({ at: each, needed: true }));

export const requestId = needed('request header request-id');
export const timestamp = needed('request header timestamp');
export const bearer = at('request header authorization', 'request header bearer_auth', 'fact tokens');
export const refusal = at('asked', 'answer line', 'answer body/error');
export const ciphertextPlaces = at('request body/otp', 'request body/ciphertext');
/** What was found out about encrypted fields, each beside its ciphertext. */
export const encrypted = (...facts: string[]): Place[] => [
  ...ciphertextPlaces,
  ...at(...facts.map((fact) => `fact fields/*/${fact}`)),
];
export const adapterAnswer = at('asked', 'fact adapter/outcome', 'request body/error');
/** Who refuses to encrypt or decrypt shows no content: the refusal tells. */
export const transferred = at(
  'fact adapter/outcome',
  'request body/error',
  'fact transfer/content',
  'request body/content',
);
/** The path, and the headers that clause 4.4 wants beside it. */
export const triggerPlaces = [
  ...at('request line', 'request header authorization'),
  ...needed('request header accept', 'request header content-type', 'request header bearer_auth'),
];
export const flowPlaces = at(
  'request line',
  'answer line',
  'fact payer/correlationId',
  'fact payer/resources',
  'fact payer/documents',
  'fact payer/decision',
  'fact payer/flaw',
  'fact cycle',
);
