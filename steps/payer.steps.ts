import type { BegunKind } from '../support/contract/cycle-beginnings';
import { Given, Then, When } from '@cucumber/cucumber';
import { constants } from '../support/contract/constants';
import { isProbe } from '../support/contract/meant-trigger';
import { whyRolesMissing } from '../support/contract/words';
import { pathOfRequest } from '../support/exchange/address';
import { isAccepted } from '../support/exchange/exchange';
import { notTestedError } from '../support/exchange/reason';
import { isTrigger, readIntendedMessage } from '../support/scenarios/matchers/conversation';
import {
  hasOneId,
  isFollowed,
  isInOrder,
  isKnownAs,
  isPayerAddress,
  namesItsCycle,
} from '../support/scenarios/matchers/outcomes';
import type { MemberWords, RequestKind } from '../support/scenarios/matchers/requests';
import { nonEmptyAndAll, saysMember } from '../support/scenarios/matchers/requests';
import type { TriggerParams } from '../support/scenarios/payer/flows';
import type { MessageTurn } from '../support/scenarios/payer/turns';
import { cyclesTold, expectTurn, takeTurn, attachTurns } from '../support/scenarios/payer/turns';
import type { ConformWorld } from '../support/world';

Given('the provider has gone through its flows with the payer', async function (this: ConformWorld) {
  await cyclesTold(this);
});

When('the provider sends its requests to the payer', async function (this: ConformWorld) {
  const { target, evidence } = this.run;
  if (!target.roles.includes('provider'))
    throw notTestedError({ kind: 'not-offered', text: whyRolesMissing(['provider']), optional: true });
  await cyclesTold(this);
  attachTurns(
    this,
    evidence.recording.exchanges.filter(
      (each) =>
        each.sender === 'integrator' &&
        each.service === 'provider' &&
        each.operation !== undefined &&
        isAccepted(each),
    ),
  );
});

async function submit(this: ConformWorld, request: BegunKind, path: string): Promise<void> {
  await takeTurn(this, { stage: 'request', path, told: { request } });
}

Given('the provider has submitted {payerRequest} on {operation}', submit);

When('the provider submits {payerRequest} on {operation}', submit);

When(
  'the dummy payer was/is triggered with {action} for {triggerMethod}',
  async function (this: ConformWorld, action: TriggerParams['action'], method: TriggerParams['method']) {
    const trigger = { action, method };
    this.told = { ...this.told, request: method === 'Claim' ? 'claim' : 'preauth', trigger };
    await cyclesTold(this);
    const sender = this.isAboutService ? 'suite' : 'integrator';
    // If the client triggers other actions by itself, compare the triggers that it sent.
    const own = this.run.evidence.selfTriggered.get(method === 'Claim' ? 'claim' : 'preauth') ?? [];
    const actions = own.length > 0 ? [action, ...own] : [action];
    // Select triggers by content and not by cycle: a trigger may name the correlation id of a cycle that does
    // not exist.
    attachTurns(
      this,
      this.run.evidence.recording.exchanges.filter(
        (each) => each.sender === sender && actions.some((one) => isTrigger(each, { action: one, method })),
      ),
    );
  },
);

/**
 * The payer's request for documents. When steps add this message and the messages below to the scene; Then
 * steps require that they were sent.
 */
const query = (path: string): MessageTurn => ({ stage: 'query', path });

When('the payer asks for documents on {operation}', async function (this: ConformWorld, path: string) {
  await takeTurn(this, query(path));
});

Then('the payer has asked for documents on {operation}', async function (this: ConformWorld, path: string) {
  await expectTurn(this, query(path));
});

const reply = (path: string): MessageTurn => ({
  ...{ stage: 'reply', path },
  is: ({ facts }) => (facts.payer?.documents ?? 0) > 0,
});

When(
  'the provider replies on {operation} with a document',
  async function (this: ConformWorld, path: string) {
    await takeTurn(this, reply(path));
  },
);

Then(
  'the provider has replied on {operation} with a document',
  async function (this: ConformWorld, path: string) {
    await expectTurn(this, reply(path));
  },
);

const decision = (word: string, path: string): MessageTurn => ({
  ...{ stage: 'answer', path },
  is: ({ facts: { payer } }) => (word === 'decided' ? isDecision(payer?.decision) : payer?.decision === word),
});

const isDecision = (said = ''): boolean => ['approved', 'rejected'].includes(said);

When('the payer {decides} on {operation}', async function (this: ConformWorld, word: string, path: string) {
  await takeTurn(this, decision(word, path));
});

Then(
  'the payer has {decided} on {operation}',
  async function (this: ConformWorld, word: string, path: string) {
    await expectTurn(this, decision(word, path));
  },
);

type PayerData = 'plan-data' | 'eligibility-data';

const payerData = (types: readonly string[], path: string): MessageTurn => ({
  ...{ stage: 'answer', path },
  is: ({ facts }) => facts.payer?.resources.some((type) => types.includes(type)) ?? false,
});

When(
  'the payer sends {payerData} on {operation}',
  async function (this: ConformWorld, data: PayerData, path: string) {
    await takeTurn(this, payerData(this.run.target.readings[data], path));
  },
);

Then(
  'the payer has sent {payerData} on {operation}',
  async function (this: ConformWorld, data: PayerData, path: string) {
    await expectTurn(this, payerData(this.run.target.readings[data], path));
  },
);

const prompt = (path: string): MessageTurn => ({ stage: 'prompt', path, told: { request: 'notice' } });

When(
  'the payer prompts for a payment notice on {operation}',
  async function (this: ConformWorld, path: string) {
    await takeTurn(this, prompt(path));
  },
);

Then(
  'the payer has prompted for a payment notice on {operation}',
  async function (this: ConformWorld, path: string) {
    await expectTurn(this, prompt(path));
  },
);

const acknowledgment = (path: string): MessageTurn => ({ stage: 'acknowledgment', path });

When('the provider acknowledges it on {operation}', async function (this: ConformWorld, path: string) {
  await takeTurn(this, acknowledgment(path));
});

Then('the provider has acknowledged it on {operation}', async function (this: ConformWorld, path: string) {
  await expectTurn(this, acknowledgment(path));
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

type BundleNumber = 'providerId' | 'policyNumber';

Then(
  'every plan message holds {bundleNumber} {string}',
  function (this: ConformWorld, number: BundleNumber, value: string) {
    const facts = this.exchanges
      .flatMap((each) => readIntendedMessage(each, this.run.target.readings) ?? [])
      .filter(({ kind, fact }) => kind === 'plan' && fact.refusal !== true && fact.envelope !== 'unreadable');
    const isRight = value === constants[number] && nonEmptyAndAll(facts, ({ fact }) => fact[number]);
    this.expect(isRight, `${number} ${value}`);
  },
);

Then(
  'every message to the payer is addressed to {string} and the network suffix',
  function (this: ConformWorld, number: string) {
    const { readings, participants } = this.run.target;
    const recipients = this.sent.flatMap((each) => readIntendedMessage(each, readings)?.fact.recipient ?? []);
    const isRight = recipients.every((each) => isPayerAddress(each, number, participants.payer));
    this.expect(recipients.length > 0 && isRight, participants.payer);
  },
);

When(
  'the dummy payer is asked for a payment notice on {operation}',
  async function (this: ConformWorld, path: string) {
    this.told = { request: 'notice' };
    await cyclesTold(this);
    const { exchanges } = this.run.evidence.recording;
    attachTurns(
      this,
      exchanges.filter(
        (each) =>
          each.service === 'dummyPayer' &&
          !isProbe(each.request.method) &&
          pathOfRequest(each).endsWith(path),
      ),
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
