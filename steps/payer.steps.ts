import { Given, Then, When } from '@cucumber/cucumber';
import { isTrigger } from '../support/scenarios/matchers/conversation';
import type { FlowRequest, Trigger } from '../support/scenarios/payer/flows';
import { hasOneId, isInOrder, isKnownAs } from '../support/scenarios/matchers/outcomes';
import { cyclesTold, takeTurn, tell } from '../support/scenarios/payer/turns';
import type { ConformWorld } from '../support/world';

/** The conversations of provider and payer, turn by turn. A Then has to see its turn; a Given or When shows it. */
Given('the provider has gone through its flows with the payer', async function (this: ConformWorld) {
  await cyclesTold(this);
});

Given(
  'the provider (has )submitted/submits {payerRequest} on {operation}',
  async function (this: ConformWorld, request: FlowRequest, path: string) {
    await takeTurn(this, { stage: 'request', path, told: { request } });
  },
);

When(
  'the dummy payer was/is triggered with {action} for {triggerMethod}',
  async function (this: ConformWorld, action: Trigger['action'], method: Trigger['method']) {
    const trigger = { action, method };
    this.told = { ...this.told, request: method === 'Claim' ? 'claim' : 'preauth', trigger };
    await cyclesTold(this);
    const sender = this.isAboutService ? 'suite' : 'integrator';
    // By what it says itself: it may name a cycle that never was.
    tell(
      this,
      this.run.recording.exchanges.filter((each) => each.sender === sender && isTrigger(each, trigger)),
    );
  },
);

When('the payer asks for documents on {operation}', async function (this: ConformWorld, path: string) {
  await takeTurn(this, { stage: 'query', path });
});

When(
  'the provider replies on {operation} with a document',
  async function (this: ConformWorld, path: string) {
    await takeTurn(this, { stage: 'reply', path, is: ({ facts }) => (facts.payer?.documents ?? 0) > 0 });
  },
);

When('the payer {decides} on {operation}', async function (this: ConformWorld, word: string, path: string) {
  const isMeant = (decision = ''): boolean =>
    word === 'decided' ? ['approved', 'rejected'].includes(decision) : decision === word;
  await takeTurn(this, { stage: 'answer', path, is: ({ facts }) => isMeant(facts.payer?.decision) });
});

When(
  'the payer sends {payerData} on {operation}',
  async function (this: ConformWorld, data: 'plan-data' | 'eligibility-data', path: string) {
    const types = this.run.target.readings[data];
    await takeTurn(this, {
      stage: 'answer',
      path,
      is: ({ facts }) => facts.payer?.resources.some((type) => types.includes(type)) ?? false,
    });
  },
);

When(
  'the payer prompts for a payment notice on {operation}',
  async function (this: ConformWorld, path: string) {
    await takeTurn(this, { stage: 'prompt', path, told: { request: 'notice' } });
  },
);

When('the provider acknowledges it on {operation}', async function (this: ConformWorld, path: string) {
  await takeTurn(this, { stage: 'acknowledgment', path });
});

Then('the provider reports it as {string}', async function (this: ConformWorld, word: string) {
  this.expectTurns(isKnownAs(word, await cyclesTold(this)), `a cycle, ${word}`);
});

Then('all messages carry one correlation id', async function (this: ConformWorld) {
  this.expectTurns(hasOneId(await cyclesTold(this)), 'one correlation id from the first message to the last');
});

Then(
  'every {laterTurn} comes after its submission/query',
  async function (this: ConformWorld, turn: 'trigger' | 'reply') {
    this.expectTurns(isInOrder(turn, await cyclesTold(this)), `no ${turn} too early`);
  },
);
