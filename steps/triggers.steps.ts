import { Then, When } from '@cucumber/cucumber';
import { isAtPath } from '../support/obligations/judge/paths';
import { isFollowed, namesItsCycle } from '../support/scenarios/turns/payer-outcomes';
import { ruleContext } from '../support/run/run';
import { cyclesTold } from '../support/scenarios/turns/payer-turns';
import type { RequestKind } from '../support/scenarios/turns/requests';
import type { MemberWords } from '../support/scenarios/turns/trigger-members';
import { saysMember } from '../support/scenarios/turns/trigger-members';
import type { ConformWorld } from '../support/world';
import { isAccepted } from '../support/exchange/exchange';

When(
  'the dummy payer is asked for a payment notice on {operation}',
  async function (this: ConformWorld, path: string) {
    this.told = { request: 'notice' };
    await cyclesTold(this);
    const { exchanges } = this.run.recording;
    this.show(exchanges.filter((each) => each.service === 'dummyPayer' && isAtPath(each, path)));
  },
);

Then('the dummy payer accepts it', function (this: ConformWorld) {
  const triggers = this.exchanges.filter(({ service }) => service === 'dummyPayer');
  this.expect(triggers.some(isAccepted), 'a 2xx');
});

Then('a callback follows', function (this: ConformWorld) {
  const triggers = this.exchanges.filter(({ service }) => service === 'dummyPayer');
  this.expect(isFollowed(triggers, this.exchanges, ruleContext(this.run)), 'a callback that is its effect');
});

Then(
  'the {string} of every {requests} is {memberWords}',
  function (this: ConformWorld, member: string, kind: RequestKind, words: MemberWords) {
    const isRight = saysMember(this.requests(kind), member, words, () =>
      namesItsCycle(this.requests(kind), member, this.run.recording.exchanges, ruleContext(this.run)),
    );
    this.expect(isRight, `${member}, as the document has it`);
  },
);
