import { Given, Then, When } from '@cucumber/cucumber';
import { variantOfMistake } from '../support/contract/deliberate-mistakes';
import type { Exchange } from '../support/exchange/exchange';
import type { Obligation } from '../support/obligations';
import { searchLogs } from '../support/scenarios/integrator/log-search';
import { reachAll } from '../support/scenarios/service/act';
import type { CertificateService } from '../support/scenarios/service/certificates';
import { runCertificateRound, repeatedUse } from '../support/scenarios/service/certificates';
import { ensureUsableSession } from '../support/scenarios/service/held-session';
import { runOtpRound, otpRow } from '../support/scenarios/service/otp';
import { oddTriggers } from '../support/scenarios/service/payer/provider';
import { sessionRound, certificateRow } from '../support/scenarios/service/rounds';
import { createFirstSession } from '../support/scenarios/service/sessions';
import type { ConformWorld } from '../support/world';

Given('a session was created with the right credentials', async function (this: ConformWorld) {
  this.saw([(await ensureUsableSession(this.run)).exchange]);
});

/** Adds exchanges to the scenario's scene. Attaches the exchanges in `shown` to Cucumber's report. */
function see(
  world: ConformWorld,
  exchanges: readonly Exchange[],
  shown: readonly Exchange[] = exchanges,
): void {
  world.saw(exchanges);
  if (shown.length > 0) world.show(shown);
}

When('the suite creates a session', async function (this: ConformWorld) {
  see(this, [(await createFirstSession(this.run)).exchange]);
});

When(
  'the suite fetches the certificate of {service}',
  async function (this: ConformWorld, service: CertificateService) {
    const { exchanges, twin } = await runCertificateRound(this.run, service);
    see(this, exchanges, [twin.exchange]);
  },
);

When('the suite verifies an OTP', async function (this: ConformWorld) {
  const { exchanges } = await runOtpRound(this.run);
  see(this, exchanges, exchanges.slice(-1));
});

When('the suite uses its access token again and again', async function (this: ConformWorld) {
  see(this, await repeatedUse(this.run));
});

When('the suite connects to every service', async function (this: ConformWorld) {
  see(this, await reachAll(this.run), []);
});

When('the suite looks back over all its requests', function (this: ConformWorld) {
  see(this, this.run.evidence.recording.exchanges, []);
});

When("the suite searches the integrator's logs", async function (this: ConformWorld) {
  await searchLogs(this.run);
});

/**
 * For each obligation that the scenario is tagged with, sends requests with a mistake, and a valid request to
 * compare them with. `mistake` is a description from a table in the features; `contract/deliberate-mistakes`
 * maps it to a request variant.
 */
async function seeWrong(
  world: ConformWorld,
  mistake: string,
  send: (obligation: Obligation) => Promise<readonly Exchange[]>,
): Promise<void> {
  for (const obligation of world.asserted) world.sawWrong(await send(obligation), mistake);
}

When(
  'the suite creates a session with {sessionMistake}',
  async function (this: ConformWorld, mistake: string) {
    await seeWrong(this, mistake, (obligation) =>
      sessionRound(this.run, variantOfMistake(mistake, [obligation])),
    );
  },
);

When(
  'the suite fetches the certificate of {service} with {certificateMistake}',
  async function (this: ConformWorld, service: CertificateService, mistake: string) {
    await seeWrong(this, mistake, (obligation) =>
      certificateRow(this.run, service, variantOfMistake(mistake, [obligation])),
    );
  },
);

When(
  'the suite sends an OTP verification with {otpMistake}',
  async function (this: ConformWorld, mistake: string) {
    await seeWrong(this, mistake, (obligation) => otpRow(this.run, obligation, mistake));
  },
);

When('the suite sends a trigger with {triggerMistake}', async function (this: ConformWorld, mistake: string) {
  await seeWrong(this, mistake, () => oddTriggers(this.run));
});

Then('each of them presents a certificate that verifies', async function (this: ConformWorld) {
  const isVerified = this.exchanges.every(({ failure }) => failure?.kind !== 'tls');
  this.expect(isVerified, 'no handshake that fails');
  // A valid certificate does not prove that the right service answers, so create a session too.
  await ensureUsableSession(this.run);
});
