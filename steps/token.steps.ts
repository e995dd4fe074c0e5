import { Then } from '@cucumber/cucumber';
import { serveAgain, tokensIssued, useExpired } from '../support/scenarios/matchers/tokens';
import type { ConformWorld } from '../support/world';
import { isAccepted } from '../support/exchange/exchange';

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
