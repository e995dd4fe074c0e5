import { Then, When } from '@cucumber/cucumber';
import { reachAll } from '../support/scenarios/service/act';
import { goodSession } from '../support/scenarios/service/held-session';
import type { RequestKind } from '../support/scenarios/turns/requests';
import type { ConformWorld } from '../support/world';

When('the suite connects to every service', async function (this: ConformWorld) {
  this.saw(await reachAll(this.run));
});

Then('each of them shows a certificate that verifies', async function (this: ConformWorld) {
  const isVerified = this.exchanges.every(({ failure }) => failure?.kind !== 'tls');
  this.expect(isVerified, 'no handshake that fails');
  // A certificate alone says little: what answers behind it must be the service.
  await goodSession(this.run);
});

Then('every {requests} travels over TLS', function (this: ConformWorld, kind: RequestKind) {
  const isSafe = this.requests(kind).every(
    ({ service, facts }) => service === undefined || facts.scheme === 'https' || facts.loopback,
  );
  this.expect(isSafe, 'https');
});
