import { defineParameterType } from '@cucumber/cucumber';
import { readMember } from '../support/scenarios/matchers/members';
import type { RequestKind } from '../support/scenarios/matchers/requests';
import { readMemberWords } from '../support/scenarios/matchers/requests';

// Editors read these files without running them. Therefore, each parameter type has its patterns as literals. A test
// compares the patterns with the lists of the suite. Types that match any text in quotation marks are not for
// snippets: the snippet of a new step then has `{string}`.

const bare = (text: string): string => text.slice(1, -1);
const asWritten = (text: string): string => text;

/** Returns a transformer that looks up the words of a step in a table. */
const wordIn =
  <Value>(table: Readonly<Record<string, Value>>) =>
  (text: string): Value | undefined =>
    table[text];

/** Returns the words in quotation marks, as in `"approved" or "queried"`. */
const alternatives = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);

defineParameterType({
  name: 'header',
  regexp: [
    /"Authorization"/,
    /"REQUEST-ID"/,
    /"TIMESTAMP"/,
    /"X-CM-ID"/,
    /"Content-Type"/,
    /"Accept"/,
    /"bearer_auth"/,
    /"X-HIP-ID"/,
    /"X-HIU-ID"/,
  ],
  transformer: bare,
});

/** Matches one header, or either of two. */
defineParameterType({
  name: 'headers',
  regexp: [
    /"Authorization"/,
    /"REQUEST-ID"/,
    /"TIMESTAMP"/,
    /"X-CM-ID"/,
    /"Content-Type"/,
    /"Accept"/,
    /"bearer_auth"/,
    /"X-HIP-ID"/,
    /"X-HIU-ID"/,
    /"X-HIP-ID" or "X-HIU-ID"/,
  ],
  useForSnippets: false,
  transformer: alternatives,
});

/** Matches a service that publishes a certificate for encrypting fields. */
defineParameterType({ name: 'service', regexp: [/"identity"/, /"registry"/], transformer: bare });

/** Matches a kind of request, in the singular or plural: `v3 request`, `v3 requests`. */
defineParameterType({
  name: 'requests',
  regexp: [
    /requests? after the session/,
    /bridge-scoped callback/,
    /bridge-scoped requests?/,
    /gateway requests?/,
    /v3 requests?/,
    /trigger/,
    /requests?/,
  ],
  transformer: (text: string) => text.replace('requests', 'request') as RequestKind,
});

defineParameterType({ name: 'method', regexp: /GET|POST/, transformer: asWritten });
defineParameterType({ name: 'status', regexp: /[1-5]\d\d/, transformer: Number });

/** Matches a member of a JSON body: `"grantType": "client_credentials"`, `"expiresIn" as an integer`. */
defineParameterType({
  name: 'member',
  regexp: [
    /"\w+"/,
    /"\w+": "[^"]*"/,
    /"\w+" as a string/,
    /"\w+" as a string in error/,
    /"\w+" as an integer/,
    /"\w+" as a JWT/,
    /"\w+" as a JWT that expires after expiresIn seconds/,
    /"\w+" as a JWT that expires after refreshExpiresIn seconds/,
    /"\w+" as whole seconds above 0/,
    /"\w+" as whole seconds or 0/,
    /"\w+" as it was sent/,
  ],
  useForSnippets: false,
  transformer: readMember,
});

/** Matches the path of an operation, without its leading slash. */
defineParameterType({
  name: 'operation',
  regexp: [
    /"api\/hiecm\/gateway\/v3\/sessions"/,
    /"\{identity\}\/api\/v3\/profile\/public\/certificate"/,
    /"api\/v1\/auth\/cert"/,
    /"v2\/registration\/\{nationalId\}\/verifyOTP"/,
    /"process\/request"/,
    /"paymentNotice\/init"/,
    /"v1\/insuranceplan\/request"/,
    /"v1\/coverageeligibility\/check"/,
    /"v1\/preauth\/submit"/,
    /"v1\/claim\/submit"/,
    /"v1\/communication\/on_request"/,
    /"v1\/preauth\/on_submit"/,
    /"v1\/claim\/on_submit"/,
    /"v1\/communication\/request"/,
    /"v1\/insuranceplan\/on_request"/,
    /"v1\/coverageeligibility\/on_check"/,
    /"v1\/paymentnotice\/request"/,
    /"v1\/paymentnotice\/on_request"/,
  ],
  transformer: (text: string) => `/${bare(text)}`,
});

const payerRequests: Readonly<Record<string, string>> = {
  'an insurance plan request': 'plan',
  'an eligibility check': 'eligibility',
  'a preauthorization': 'preauth',
  'a claim': 'claim',
};
defineParameterType({
  name: 'payerRequest',
  regexp: [/an insurance plan request/, /an eligibility check/, /a preauthorization/, /a claim/],
  transformer: wordIn(payerRequests),
});

const decisions: Readonly<Record<string, string>> = {
  approves: 'approved',
  rejects: 'rejected',
  decides: 'decided',
};
defineParameterType({
  name: 'decides',
  regexp: [/approves/, /rejects/, /decides/],
  transformer: wordIn(decisions),
});

const payerDataKinds: Readonly<Record<string, string>> = {
  'plan data': 'plan-data',
  'eligibility data': 'eligibility-data',
};
defineParameterType({
  name: 'payerData',
  regexp: [/plan data/, /eligibility data/],
  transformer: wordIn(payerDataKinds),
});

const bundleNumbers: Readonly<Record<string, string>> = {
  'provider id': 'providerId',
  'policy number': 'policyNumber',
};
defineParameterType({
  name: 'bundleNumber',
  regexp: [/provider id/, /policy number/],
  transformer: wordIn(bundleNumbers),
});

defineParameterType({ name: 'decided', regexp: [/approved/, /rejected/, /decided/], transformer: asWritten });
defineParameterType({ name: 'laterTurn', regexp: [/trigger/, /reply/], transformer: asWritten });
defineParameterType({ name: 'action', regexp: [/"Approve"/, /"Reject"/, /"Query"/], transformer: bare });
defineParameterType({ name: 'triggerMethod', regexp: [/"Preauth"/, /"Claim"/], transformer: bare });

/** Matches the expected value of a member of a trigger, as in `"Approve", "Reject" or "Query"`. */
defineParameterType({
  name: 'memberWords',
  regexp: [
    /digits, "@" and a network suffix/,
    /a text, which may be empty/,
    /that of its submission/,
    /"[^"]+"(?:, "[^"]+")*(?: or "[^"]+")?/,
  ],
  useForSnippets: false,
  transformer: readMemberWords,
});

defineParameterType({
  name: 'bundle',
  regexp: [
    /a plain bundle/,
    /a bundle in many alphabets/,
    /a large bundle/,
    /a bundle whose secret begins with a zero byte/,
    /bundles for the keys of the known answers/,
    /bundles for many transfers/,
  ],
  transformer: asWritten,
});
defineParameterType({
  name: 'opening',
  regexp: [
    /with the ECDH secret of both keys/,
    /with salt and IV from the XORed nonces/,
    /with a 256-bit AES key from HKDF/,
    /with the public key and nonce sent with it/,
    /to the same bundle/,
  ],
  transformer: asWritten,
});
defineParameterType({ name: 'secret', regexp: [/the bundle/, /the private key/], transformer: asWritten });
defineParameterType({
  name: 'parts',
  regexp: [/public keys/, /nonces/, /ciphertexts/],
  transformer: asWritten,
});
defineParameterType({
  name: 'field',
  regexp: [
    /"otp"/,
    /login id and national-ID number/,
    /encrypted field/,
    /other field/,
    /documented mobile number/,
  ],
  transformer: asWritten,
});
defineParameterType({
  name: 'fieldAspect',
  regexp: [
    /is a ciphertext, neither raw nor merely encoded/,
    /is the standard Base64 of one ciphertext/,
    /uses OAEP, first with SHA-1/,
    /holds one value/,
    /holds the UTF-8 bytes of its value/,
    /stays plain JSON/,
  ],
  transformer: asWritten,
});
defineParameterType({
  name: 'values',
  regexp: [
    /values in many alphabets/,
    /one value twice/,
    /a value of 214 bytes, which just fits/,
    /a value of 215 bytes, one too many/,
  ],
  transformer: asWritten,
});
defineParameterType({
  name: 'leakSite',
  regexp: [/a URL, a header or a plain field/, /a log/],
  transformer: asWritten,
});

/** Matches a value of the key material: a literal such as `"ECDH"`, or a description such as `32 bytes long`. */
defineParameterType({
  name: 'material',
  regexp: [
    /"[^"]*"/,
    /standard Base64/,
    /an ISO-8601 time in UTC/,
    /a name that may mean ECDH/,
    /a name that may mean Curve25519/,
    /not empty/,
    /32 bytes long/,
    /later than the moment of sending/,
  ],
  useForSnippets: false,
  transformer: asWritten,
});
