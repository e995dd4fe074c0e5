import { Then } from '@cucumber/cucumber';
import { isReadable } from '../support/scenarios/matchers/requests';
import { endsInHandshake, isOverTls } from '../support/scenarios/matchers/transport';
import type { ConformWorld } from '../support/world';

Then('every request uses TLS', function (this: ConformWorld) {
  this.expect(this.sent.every(isOverTls), 'https');
});

Then('it closes the connection and sends no request', function (this: ConformWorld) {
  const met = this.sent.filter(({ stimulus }) => stimulus === 'foreign-certificate');
  const leaves = met.some(endsInHandshake) && !met.some(isReadable);
  this.expect(leaves, 'a connection that ended without a request');
});
