import { Given, Then, When } from '@cucumber/cucumber';
import type { SuiteAct, WrongAct } from '../support/scenarios/service/acts';
import { doAct, doWrongly } from '../support/scenarios/service/acts';
import { goodSession } from '../support/scenarios/service/held-session';
import type { ConformWorld } from '../support/world';

Given('a session was created with the right credentials', async function (this: ConformWorld) {
  this.saw([(await goodSession(this.run)).exchange]);
});

When('the suite {suiteAct}', async function (this: ConformWorld, act: SuiteAct) {
  const { exchanges, shown } = await doAct(this.run, act);
  this.saw(exchanges);
  if (shown.length > 0) this.show(shown);
});

When(
  'the suite {wrongAct} with {mistake}',
  async function (this: ConformWorld, act: WrongAct, mistake: string) {
    for (const obligation of this.asserted)
      this.sawWrong(await doWrongly(this.run, act, obligation, mistake), mistake);
  },
);

Then('each of them presents a certificate that verifies', async function (this: ConformWorld) {
  const isVerified = this.exchanges.every(({ failure }) => failure?.kind !== 'tls');
  this.expect(isVerified, 'no handshake that fails');
  // A certificate alone says little: what answers behind it must be the service.
  await goodSession(this.run);
});
