import { Before, BeforeAll, Given, Then, defineParameterType, setWorldConstructor } from '@cucumber/cucumber';
import { encryptedSlip } from '../../support/scenarios/mistakes/encrypted-fields';
import { readEscapes } from '../../support/scenarios/mistakes/escapes';
import { recordingWith } from '../../support/scenarios/mistakes/recordings';
import { tapMessages } from '../../support/scenarios/mistakes/right-messages';
import { requireBroken, requireKept } from '../../support/scenarios/mistakes/slip';
import { keyMaterialSlip, sealedSlip } from '../../support/scenarios/mistakes/transfers';
import { MistakeWorld } from './world';

setWorldConstructor(MistakeWorld);

/** The words for a recording. A test compares the patterns with the recordings that the suite can make. */
defineParameterType({
  name: 'recording',
  regexp: [
    /a verify-mobile-OTP call to the identity service/,
    /two mobile numbers to the identity service/,
    /a verify-OTP call to the identity service/,
    /an OTP in a flow of the identity service/,
    /a verify-mobile-OTP call to the registry/,
    /two mobile numbers to the registry/,
    /a verify-OTP call to the registry/,
    /one identity certificate request/,
    /one registry certificate request/,
    /one refusal of wrong credentials/,
    /one refusal of a stale TIMESTAMP/,
    /an OTP in a flow of the registry/,
    /one identity certificate answer/,
    /one registry certificate answer/,
    /an approval under an unknown id/,
    /a rejected OTP that is retried/,
    /one request after the session/,
    /two preauthorizations at once/,
    /one refusal of a certificate/,
    /an approved preauthorization/,
    /an approval that comes twice/,
    /a rejected preauthorization/,
    /one payment notice request/,
    /a queried preauthorization/,
    /one request for a session/,
    /an insurance plan request/,
    /a query after an approval/,
    /one request with a body/,
    /one certificate request/,
    /a refusal in the clear/,
    /the calls of a client/,
    /one OTP verification/,
    /a value of 215 bytes/,
    /an eligibility check/,
    /one session request/,
    /one gateway request/,
    /an OTP verification/,
    /one session answer/,
    /one TLS connection/,
    /one payer request/,
    /an approved claim/,
    /an identity flow/,
    /a rejected claim/,
    /a payment notice/,
    /an error report/,
    /two v3 requests/,
    /a queried claim/,
    /one v3 request/,
    /one OTP answer/,
    /one trigger/,
    /one request/,
  ],
  transformer: (text: string) => text,
});
/** A quoted text that may contain the escapes of cells. */
defineParameterType({ name: 'value', regexp: /"([^"]*)"/, transformer: readEscapes });

// Plays one run of the services. On a busy machine, the run lasts longer than five seconds, the default limit.
BeforeAll({ timeout: 60_000 }, tapMessages);

Before(function (this: MistakeWorld, { pickle }) {
  this.tags = pickle.tags.map(({ name }) => name);
});

Given('a recording of {recording} with {}', async function (this: MistakeWorld, name: string, words: string) {
  this.slip = await recordingWith(name, words, this.obligation.subject);
});

Given('an HIP encrypts a bundle, but {string}', function (this: MistakeWorld, words: string) {
  this.slip = sealedSlip(words);
});

Given(
  'an HIP sends key material with {value} {value}',
  function (this: MistakeWorld, member: string, value: string) {
    this.slip = keyMaterialSlip(member, value);
  },
);

Given('a recording of {value} encrypted {}', function (this: MistakeWorld, text: string, way: string) {
  this.slip = encryptedSlip(text, way);
});

Then('it breaks the rule because of {}', function (this: MistakeWorld, cause: string) {
  requireBroken(this.obligation, this.slip, cause);
});

Then('it keeps the rule', function (this: MistakeWorld) {
  requireKept(this.obligation, this.slip);
});
