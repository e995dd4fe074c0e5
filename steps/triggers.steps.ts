import { Then, When } from '@cucumber/cucumber';
import { pathOf } from '../support/exchange/address';
import { isFollowed, namesItsCycle } from '../support/scenarios/matchers/outcomes';
import { cyclesTold, tell } from '../support/scenarios/payer/turns';
import type { RequestKind } from '../support/scenarios/matchers/requests';
import type { MemberWords } from '../support/scenarios/matchers/trigger-members';
import { saysMember } from '../support/scenarios/matchers/trigger-members';
import type { ConformWorld } from '../support/world';
import { isAccepted } from '../support/exchange/exchange';

When(
  'the dummy payer is asked for a payment notice on {operation}',
  async function (this: ConformWorld, path: string) {
    this.told = { request: 'notice' };
    await cyclesTold(this);
    const { exchanges } = this.run.evidence.recording;
    tell(
      this,
      exchanges.filter((each) => each.service === 'dummyPayer' && pathOf(each).endsWith(path)),
    );
  },
);

Then('the dummy payer accepts it', function (this: ConformWorld) {
  const triggers = this.exchanges.filter(({ service }) => service === 'dummyPayer');
  this.expect(triggers.some(isAccepted), 'a 2xx');
});

Then('a callback follows', function (this: ConformWorld) {
  const triggers = this.exchanges.filter(({ service }) => service === 'dummyPayer');
  this.expect(
    isFollowed(triggers, this.exchanges, this.run.target.readings),
    'a callback that is its effect',
  );
});

Then(
  'the {string} of every {requests} is {memberWords}',
  function (this: ConformWorld, member: string, kind: RequestKind, words: MemberWords) {
    const isRight = saysMember(this.requests(kind), member, words, () =>
      namesItsCycle(
        this.requests(kind),
        member,
        this.run.evidence.recording.exchanges,
        this.run.target.readings,
      ),
    );
    this.expect(isRight, `${member}, as the document has it`);
  },
);
