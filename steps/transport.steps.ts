import { Then } from '@cucumber/cucumber';
import type { RequestKind } from '../support/scenarios/turns/requests';
import type { ConformWorld } from '../support/world';

Then('every {requests} travels over TLS', function (this: ConformWorld, kind: RequestKind) {
  const isSafe = this.requests(kind).every(
    ({ service, facts }) => service === undefined || facts.scheme === 'https' || facts.loopback,
  );
  this.expect(isSafe, 'https');
});
