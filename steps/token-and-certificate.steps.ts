import { Then } from '@cucumber/cucumber';
import { isAccepted } from '../support/exchange/exchange';
import {
  eachUnderOwnKey,
  encryptionsIn,
  fetchedAfterRejection,
  keysAre,
} from '../support/scenarios/matchers/certificates';
import { serveAgain, tokensIssued, useExpired } from '../support/scenarios/matchers/requests';
import type { ConformWorld } from '../support/world';

Then('the access token is accepted each time', function (this: ConformWorld) {
  const accepted = this.exchanges.filter((each) => each.asked?.round === 'token-use' && isAccepted(each));
  this.expect(accepted.length > 1, 'two uses that were accepted');
});

Then('one access token serves many requests', function (this: ConformWorld) {
  this.expect(serveAgain(this.sent), 'a token that was used twice');
});

Then('no request carries an expired access token', function (this: ConformWorld) {
  const isRenewed = tokensIssued(this.sent).size > 1;
  this.expect(isRenewed && !useExpired(this.sent), 'another token in the place of the first');
});

Then('the client secret appears only in session requests', function (this: ConformWorld) {
  const others = this.requests('request after the session');
  this.expect(
    others.every(({ facts }) => facts.secretIn === undefined),
    'no client secret in another request',
  );
});

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
