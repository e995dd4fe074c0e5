import type { Pickle } from '@cucumber/messages';
import { findSpecimen } from '../../mutants/catalogue';
import type { StartStage } from '../../mutants/mutant';
import type { Subject } from '../../support/contract/words';
import type { Altered } from './altered';
import { asItStands, isOutcome } from './altered';

const oneId = 'all messages carry one correlation id';
const serverError = 'the provider answers without a server error';
const sameBundle = 'the HIU opens the content to the same bundle';
const agreed = 'the HIU opens the content with the ECDH secret of both keys';
const noNonce = 'no two nonces are the same';
const noKey = 'no two public keys are the same';

/**
 * What nothing that keeps the contract can show to be false: that something is absent, or is so in each of several ways
 * that are all right. By mutant, the Thens that differ on it as they stand.
 */
const thens: Readonly<Record<string, readonly string[]>> = {
  // Services.
  'correlation-id-left-empty': [oneId],
  'plan-of-another-policy': ['every plan message holds policy number "100217"'],
  'tls-wrong-host': ['each of them presents a certificate that verifies'],
  // Integrators.
  'session-of-v0-5-first': [
    'no gateway request goes to a path of "v0.5"',
    'no request goes to a path of "v0.5"',
  ],
  'grant-type-password': ['every request holds "grantType": "client_credentials"'],
  'session-for-every-request': ['one access token serves many requests'],
  'lifetime-hard-coded': ['no request carries an expired access token'],
  'transaction-made-each-time': ['every txnId is one that the integrator was given'],
  'secret-in-header': ['the client secret appears only in session requests'],
  'everything-over-http': ['every request uses TLS'],
  'sha1-tried-again': ['the rejected value is retried with OAEP and SHA-256'],
  'identity-key-for-both': ["each field decrypts with its own service's key"],
  'ciphertext-cached': ['no two ciphertexts are the same'],
  'otp-in-header': ['no planted identifier appears in a URL, a header or a plain field'],
  'national-id-in-log': ['no planted identifier appears in a log'],
  // HIP and HIU.
  'secret-reversed': [agreed],
  'nonces-ored': ['the HIU opens the content with salt and IV from the XORed nonces'],
  'hkdf-sha1': ['the HIU opens the content with a 256-bit AES key from HKDF'],
  'key-made-twice': ['the HIU opens the content with the public key and nonce sent with it'],
  cbc: [sameBundle],
  'hiu-bundle-in-base64': [sameBundle],
  'content-is-bundle-in-base64': ['the bundle cannot be read in anything the HIP sends'],
  'private-key-as-jwk': ['the private key cannot be read in anything the HIP sends'],
  'private-key-in-log-in-hex': ['the private key cannot be read in anything the HIP logs'],
  'hip-nonce-per-start': [noNonce],
  'hip-key-per-start': [noKey],
  'hiu-nonce-per-start': [noNonce],
  'hiu-key-per-start': [noKey],
  // Providers.
  'claim-as-preauthorization': [oneId],
  'preauthorization-as-claim': [oneId],
  'plan-request-misspelt': [oneId],
  'eligibility-under-an-old-version': [oneId],
  'acknowledgment-on-the-path-of-the-prompt': [oneId],
  'plan-for-another-policy': ['every plan message holds policy number "100217"'],
  'plan-for-another-provider': ['every plan message holds provider id "32722"'],
  'second-answer-breaks-the-server': [serverError],
  'unknown-cycle-breaks-the-server': [serverError],
  'breaks-over-queries': [serverError],
  'submit-after-its-trigger': ['every trigger comes after its submission'],
  'documents-in-advance': ['every reply comes after its query'],
  'one-id-for-everything': ['the provider reports each cycle as its own callback says'],
  'audience-demanded': ['the provider accepts every callback with a valid JWT'],
};

/** A subject on which Thens are false, and the scenarios that say them. */
export interface Contrary {
  readonly name: string;
  readonly subject: Subject;
  readonly start: StartStage;
  readonly scenarios: readonly Altered[];
}

/** For each mutant the scenarios with its Thens. */
export function contrariesIn(pickles: readonly Pickle[]): readonly Contrary[] {
  return Object.entries(thens).map(([name, texts]) => {
    const { subject, start } = findSpecimen(name);
    const scenarios = pickles
      .filter(({ tags }) => tags.some((tag) => tag.name === `@${subject}`))
      .flatMap((pickle) =>
        pickle.steps
          .filter((step) => isOutcome(step) && texts.includes(step.text))
          .map((step) => asItStands(pickle, step)),
      );
    return {
      name,
      subject,
      start,
      scenarios: scenarios.map((each, index) => ({ ...each, name: `${index + 1}` })),
    };
  });
}

/** The Thens that a mutant is listed for in vain. */
export function inVain({ name }: Pick<Contrary, 'name'>, caught: readonly Altered[]): readonly string[] {
  const found = caught.map(({ tried }) => tried);
  return (thens[name] ?? [])
    .filter((text) => !found.some((each) => each.endsWith(`: ${text}`)))
    .map((text) => `${name}: ${text}`);
}
