import { Then } from '@cucumber/cucumber';
import {
  eachUnderOwnKey,
  encryptionsIn,
  fetchedAfterRejection,
  keysAre,
} from '../support/scenarios/matchers/certificates';
import type { ConformWorld } from '../support/world';

Then('the answer is PEM text with a {string} block', function (this: ConformWorld, label: string) {
  this.expect(
    keysAre(this.scene.answered, (key) => key.form === 'pem' && key.label === label),
    `PEM text with a ${label} block`,
  );
});

Then('the key is RSA with {int} bits', function (this: ConformWorld, bits: number) {
  this.expect(
    keysAre(this.scene.answered, (key) => key.type === 'rsa' && key.bits === bits),
    `${bits} bits`,
  );
});

Then('one certificate is used for {int} values or more', function (this: ConformWorld, values: number) {
  const encrypted = encryptionsIn(this.scene.all);
  this.expect(encrypted >= values, `${values} encrypted values`);
});

Then('the certificate is fetched again before the next ciphertext', function (this: ConformWorld) {
  this.expect(fetchedAfterRejection(this.sent, this.run.target.readings), 'a fetch after the rejection');
});

Then("each field decrypts with its own service's key", function (this: ConformWorld) {
  this.expect(eachUnderOwnKey(this.scene.all), 'fields that decrypt, each with that key');
});
