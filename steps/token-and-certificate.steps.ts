import { Then } from '@cucumber/cucumber';
import {
  eachUnderOwnKey,
  fetchedBeforeNextCiphertext,
  keysAre,
  oneCertificateServes,
} from '../support/scenarios/matchers/certificates';
import { acceptEachTime, serveAgain, tokensIssued, useExpired } from '../support/scenarios/matchers/tokens';
import type { ConformWorld } from '../support/world';

Then('the access token is accepted each time', function (this: ConformWorld) {
  const uses = this.exchanges.filter(({ asked }) => asked?.round === 'token-use');
  this.expect(acceptEachTime(uses, this.exchanges), 'two uses or more, and a token that is never refused');
});

Then('one access token serves many requests', function (this: ConformWorld) {
  this.expect(serveAgain(this.sent), 'a token that was used twice');
});

Then('no request carries an expired access token', function (this: ConformWorld) {
  const isRenewed = tokensIssued(this.sent).size > 1;
  const isUsedLate = useExpired(this.sent, this.run.target.readings);
  this.expect(isRenewed && !isUsedLate, 'another token in the place of the first');
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
  this.expect(
    oneCertificateServes(values, this.scene.all, this.run.target.processes),
    `${values} values under one certificate`,
  );
});

Then('the certificate is fetched again before the next ciphertext', function (this: ConformWorld) {
  this.expect(
    fetchedBeforeNextCiphertext(this.sent, this.run.target.readings, this.run.target.processes),
    'a fetch between the rejection and the next ciphertext',
  );
});

Then("each field decrypts with its own service's key", function (this: ConformWorld) {
  this.expect(eachUnderOwnKey(this.scene.all), 'fields that decrypt, each with that key');
});
