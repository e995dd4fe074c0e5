import { Given, Then, When } from '@cucumber/cucumber';
import { variantOfMistake } from '../support/contract/deliberate-mistakes';
import { runCyclesAtOnce, runPayerFlows } from '../support/scenarios/integrator/payer/journey';
import { runOddCallbacks } from '../support/scenarios/integrator/payer/callbacks';
import { expectOf, isSenderRefused, oddCallback } from '../support/scenarios/matchers/callbacks';
import {
  answersWhatWasBegun,
  areKnownApart,
  areValidTaken,
  finalAnswersOf,
  staysAs,
} from '../support/scenarios/matchers/outcomes';
import { cyclesRecorded, attachTurns } from '../support/scenarios/payer/turns';
import type { ConformWorld } from '../support/world';
import type { Exchange } from '../support/exchange/exchange';
import { isAccepted } from '../support/exchange/exchange';
import { isSuiteCallback } from '../support/obligations/callback/taken';
import { kindForged, rounds } from '../support/exchange/rounds';

Given(
  'the provider has opened two preauthorizations and two claims at once',
  async function (this: ConformWorld) {
    await this.through(runCyclesAtOnce(this.run));
    const seen = cyclesRecorded(this);
    attachTurns(
      this,
      seen.together.flatMap(({ messages }) => messages.request ?? []),
    );
  },
);

When('the payer decides them in another order', async function (this: ConformWorld) {
  await this.through(runCyclesAtOnce(this.run));
  const seen = cyclesRecorded(this);
  attachTurns(
    this,
    seen.together.flatMap(({ answer }) => answer ?? []),
  );
});

When('the payer calls back with {callbackMistake}', async function (this: ConformWorld, mistake: string) {
  await this.through(runOddCallbacks(this.run));
  this.odd = oddCallback(
    this.run.evidence.recording.exchanges,
    variantOfMistake(mistake, this.asserted),
    mistake,
  );
  const { callback, twin } = this.odd;
  if (callback !== undefined) this.show([callback]);
  this.scene.add([callback, twin].filter((each) => each !== undefined));
});

Given('the payer has called the provider back in its flows', async function (this: ConformWorld) {
  await this.through(runPayerFlows(this.run));
  attachTurns(
    this,
    this.run.evidence.recording.exchanges.filter((each) => isSuiteCallback(each) && each.asked === undefined),
  );
});

When('the payer sends forged callbacks, and then a valid one', async function (this: ConformWorld) {
  await this.through(runOddCallbacks(this.run));
  this.select(
    this.run.evidence.recording.exchanges.filter(({ asked }) => kindForged(asked?.round) !== undefined),
  );
});

Then('the provider refuses it with a 4xx status', function (this: ConformWorld) {
  expectOf(this, ({ callback }) => callback !== undefined && isSenderRefused(callback), 'a 4xx');
});

Then('the provider accepts the same callback with a valid JWT', function (this: ConformWorld) {
  expectOf(this, ({ twin }) => twin !== undefined && isAccepted(twin), 'a valid twin that is taken');
});

Then('the provider answers without a server error', function (this: ConformWorld) {
  expectOf(this, ({ callback }) => (callback?.response?.status ?? 500) < 500, 'no 5xx');
});

const oddCallbacks = ({ run }: ConformWorld): Exchange[] =>
  run.evidence.recording.exchanges.filter(({ asked }) => asked?.round === rounds.oddCallbacks);

Given(
  'the provider has begun a cycle, and the payer has sent its final answer',
  async function (this: ConformWorld) {
    await this.through(runOddCallbacks(this.run));
    const { cycles } = cyclesRecorded(this);
    attachTurns(this, finalAnswersOf(cycles, oddCallbacks(this)));
  },
);

// The suite asks the client for the state of the cycle only once, after all odd callbacks. One of them is a late query,
// which may reopen the case.
Then('the cycle is as it was before, or {string}', function (this: ConformWorld, reopened: string) {
  const isRight = staysAs(reopened, cyclesRecorded(this), oddCallbacks(this));
  this.expectTurns(isRight, `the state of the final answer, or ${reopened}`);
});

Then('the provider reports each cycle as its own callback says', function (this: ConformWorld) {
  this.expectTurns(areKnownApart(cyclesRecorded(this)), 'two cycles at the same time, told apart');
});

Then('the provider accepts every callback with a valid JWT', function (this: ConformWorld) {
  const sent = this.exchanges.filter(({ sender, service }) => sender === 'suite' && service === 'provider');
  this.expect(areValidTaken(sent), 'a 2xx for each');
});

Then('every callback carries the correlation id of its request', function (this: ConformWorld) {
  this.expect(answersWhatWasBegun(this.exchanges, this.run.target.readings), 'ids of requests');
});

Then('every callback carries a JWT that the published certificates verify', function (this: ConformWorld) {
  const tokens = this.exchanges.flatMap(({ sender, facts }) =>
    sender === 'service' && facts.payer?.refusal !== true && facts.callbackToken !== undefined
      ? [facts.callbackToken]
      : [],
  );
  this.expect(tokens.length > 0 && tokens.every(({ valid }) => valid), 'JWTs that verify');
});
