import { Then } from '@cucumber/cucumber';
import { isRequest } from '../support/obligations/judge/requests';
import { isUnderForeignCertificate, refusesCertificate } from '../support/obligations/transport/verification';
import type { RequestKind } from '../support/scenarios/turns/requests';
import type { ConformWorld } from '../support/world';

Then('every {requests} uses TLS', function (this: ConformWorld, kind: RequestKind) {
  const isSafe = this.requests(kind).every(
    ({ service, facts }) => service === undefined || facts.scheme === 'https' || facts.loopback,
  );
  this.expect(isSafe, 'https');
});

Then('it closes the connection and sends no request', function (this: ConformWorld) {
  const met = this.sentByIntegrator.filter(isUnderForeignCertificate);
  const leaves = met.some(refusesCertificate) && !met.some(isRequest);
  this.expect(leaves, 'a connection that ended without a request');
});
