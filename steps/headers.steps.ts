import { When } from '@cucumber/cucumber';
import { unusualHeaders } from '../support/scenarios/service/sessions';
import { staleCertificate, staleSession } from '../support/scenarios/service/stale-timestamps';
import type { ConformWorld } from '../support/world';

When(
  'the suite sends a session request with a stale TIMESTAMP, and the same with a current one',
  async function (this: ConformWorld) {
    this.saw(await staleSession(this.run));
  },
);

When(
  'the suite fetches the identity certificate with a stale TIMESTAMP, and the same with a current one',
  async function (this: ConformWorld) {
    this.saw(await staleCertificate(this.run));
  },
);

When('the suite sends session requests with odd headers', async function (this: ConformWorld) {
  this.saw(await unusualHeaders(this.run));
});
