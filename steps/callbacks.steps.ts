import { Given, Then, When } from '@cucumber/cucumber';
import { variantOfMistake } from '../support/contract/deliberate-mistakes';
import { runCyclesAtOnce } from '../support/scenarios/integrator/payer/journey';
import { runOddCallbacks } from '../support/scenarios/integrator/payer/callbacks';
import { expectOf, isSenderRefused, oddCallback } from '../support/scenarios/matchers/callbacks';
import {
  answersWhatWasBegun,
  areKnownApart,
  areValidTaken,
  staysAs,
} from '../support/scenarios/matchers/outcomes';
import { cyclesRecorded, attachTurns } from '../support/scenarios/payer/turns';
import type { ConformWorld } from '../support/world';
import { isAccepted } from '../support/exchange/exchange';
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

// The suite asks the client for the preauthorization's state only once, after all faulty callbacks. One of
// the callbacks is a late query, which may reopen the case. Features therefore list several acceptable
// states.
Then('the preauthorization stays {words}', function (this: ConformWorld, words: readonly string[]) {
  const odd = this.run.evidence.recording.exchanges.filter(
    ({ asked }) => asked?.round === rounds.oddCallbacks,
  );
  this.expectTurns(staysAs(words, cyclesRecorded(this), odd), words.join(' or '));
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
