import { Then, When } from '@cucumber/cucumber';
import { isAccepted } from '../support/obligations/judge/fates';
import { ruleContext } from '../support/run/run';
import { repeatedUse } from '../support/scenarios/service/certificates';
import { encryptionsIn } from '../support/scenarios/turns/certificates';
import type { Credential } from '../support/scenarios/turns/tokens';
import { isWithout, mostUses } from '../support/scenarios/turns/tokens';
import type { RequestKind } from '../support/scenarios/turns/requests';
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

Then(
  'no {requests} carries {credential}',
  function (this: ConformWorld, kind: RequestKind, credential: Credential) {
    this.expect(isWithout[credential](this.requests(kind), this.sentByIntegrator), credential);
  },
);
