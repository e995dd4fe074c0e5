import { Then } from '@cucumber/cucumber';
import { isRequest } from '../support/obligations/judge/requests';
import { isUnderForeignCertificate, refusesCertificate } from '../support/obligations/transport/verification';
import type { Exchange } from '../support/exchange/exchange';
import type { ConformWorld } from '../support/world';

/** How a handshake fails that begins with a request in clear. */
const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

Then('every request uses TLS', function (this: ConformWorld) {
  const isSafe = ({ service, facts, request }: Exchange): boolean =>
    request.flaw?.code !== spokenInClear &&
    (service === undefined || facts.scheme === 'https' || (facts.loopback && facts.inClear !== true));
  this.expect(this.sentByIntegrator.every(isSafe), 'https');
});

Then('it closes the connection and sends no request', function (this: ConformWorld) {
  const met = this.sentByIntegrator.filter(isUnderForeignCertificate);
  const leaves = met.some(refusesCertificate) && !met.some(isRequest);
  this.expect(leaves, 'a connection that ended without a request');
});
