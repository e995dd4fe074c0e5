import { Then, When } from '@cucumber/cucumber';
import { isAccepted } from '../support/obligations/judge/fates';
import { ruleContext } from '../support/run/run';
import { repeatedUse } from '../support/scenarios/service/certificates';
import { encryptionsIn } from '../support/scenarios/turns/certificates';
import { mostUses, tokensIssued } from '../support/scenarios/turns/tokens';
import type { ConformWorld } from '../support/world';

When('the suite uses its access token again and again', async function (this: ConformWorld) {
  const exchanges = await repeatedUse(this.run);
  this.saw(exchanges);
  this.show(exchanges);
});

Then('the access token is accepted each time', function (this: ConformWorld) {
  const accepted = this.exchanges.filter((each) => each.asked?.round === 'token-use' && isAccepted(each));
  this.expect(accepted.length > 1, 'two uses that were accepted');
});

Then(
  'one {served} serves {int} requests/values or more',
  function (this: ConformWorld, what: 'access token' | 'certificate', times: number) {
    const served =
      what === 'access token'
        ? mostUses(this.sentByIntegrator)
        : encryptionsIn(this.run.recording.evidence, ruleContext(this.run));
    this.expect(served >= times, `${what}, ${times} times`);
  },
);

Then('no request carries an expired access token', function (this: ConformWorld) {
  this.expect(tokensIssued(this.sentByIntegrator).size > 1, 'a token that takes the place of the first');
});

Then('the client secret travels in session requests alone', function (this: ConformWorld) {
  const others = this.requests('request after the session');
  this.expect(
    others.every(({ facts }) => facts.secretIn === undefined),
    'no client secret in another request',
  );
});
