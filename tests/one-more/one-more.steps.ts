import { Then } from '@cucumber/cucumber';
import type { ConformWorld } from '../../support/world';

Then('no session request has a query in its address', function (this: ConformWorld) {
  const isBare = this.requests('session request').every(({ request }) => !request.url.includes('?'));
  this.expect(isBare, 'an address without a query');
});
