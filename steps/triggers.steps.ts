import { Then, When } from '@cucumber/cucumber';
import { jsonBody } from '../support/exchange/exchange';
import { triggerIn } from '../support/obligations/cycles/messages';
import { isAccepted, memberOf } from '../support/obligations/judge/fates';
import { isAtPath } from '../support/obligations/judge/paths';
import { oddTriggers } from '../support/scenarios/service/payer/odd-triggers';
import { namesItsCycle } from '../support/scenarios/turns/payer-outcomes';
import { ruleContext } from '../support/run/run';
import { cyclesTold } from '../support/scenarios/turns/payer-turns';
import { all } from '../support/scenarios/turns/requests';
import type { ConformWorld } from '../support/world';

When(
  'the dummy payer is asked for a payment notice on {operation}',
  async function (this: ConformWorld, path: string) {
    this.told = { request: 'notice' };
    await cyclesTold(this);
    const { exchanges } = this.run.recording;
    this.show(exchanges.filter((each) => each.service === 'dummyPayer' && isAtPath(each, path)));
  },
);

When('the suite sends a trigger with {mistake}', async function (this: ConformWorld, mistake: string) {
  this.sawWrong(await oddTriggers(this.run), mistake);
});

Then("the dummy payer's answer is noted", function (this: ConformWorld) {
  this.expect(this.negative.response !== undefined, 'an answer');
});

Then('the dummy payer accepts it', function (this: ConformWorld) {
  const triggers = this.exchanges.filter(({ service }) => service === 'dummyPayer');
  this.expect(triggers.some(isAccepted), 'a 2xx');
});

Then('a callback follows', function (this: ConformWorld) {
  const triggers = this.exchanges.filter(({ service }) => service === 'dummyPayer');
  const callbacks = this.exchanges.filter(({ sender }) => sender === 'service');
  const isBehind = ({ arrivedAt }: { arrivedAt: number }): boolean =>
    triggers.some((each) => each.arrivedAt <= arrivedAt);
  this.expect(callbacks.some(isBehind), 'a callback');
});

Then(
  'the {string} of every trigger is {words}',
  function (this: ConformWorld, member: 'action' | 'method', words: readonly string[]) {
    const named = this.requests('trigger').map((each) => triggerIn(each)?.words[member]);
    this.expect(
      all(named, (word) => word !== undefined && words.includes(word)),
      words.join(', '),
    );
  },
);

Then(
  'the {string} of every trigger is that of its submission',
  function (this: ConformWorld, member: string) {
    const { recording } = this.run;
    const isKnown = namesItsCycle(this.requests('trigger'), recording.exchanges, ruleContext(this.run));
    this.expect(isKnown, member);
  },
);

Then(
  'the {string} of every payment notice request is {noticeForm}',
  function (this: ConformWorld, member: string, form: RegExp) {
    const values = this.requests('payment notice request').map(({ request }) =>
      memberOf(jsonBody(request), member),
    );
    this.expect(
      all(values, (value) => typeof value === 'string' && form.test(value)),
      member,
    );
  },
);
