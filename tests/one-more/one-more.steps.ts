import { Then } from '@cucumber/cucumber';
import type { ConformWorld } from '../../support/world';

Then('no request has a query in its address', function (this: ConformWorld) {
  const isBare = this.sent.every(({ request }) => !request.url.includes('?'));
  this.expect(isBare, 'an address without a query');
});
