import { Then } from '@cucumber/cucumber';
import { jsonBody } from '../support/exchange/exchange';
import { errorDetail } from '../support/obligations/judge/fates';
import type { ConformWorld } from '../support/world';

Then('it is refused with status {status}', function (this: ConformWorld, status: number) {
  this.expect(this.negative.response?.status === status, `status ${status}`);
});

Then('the error says {string}', function (this: ConformWorld, message: string) {
  this.expect(errorDetail(this.negative).message === message, message);
});

Then('the error body is one object with {string}', function (this: ConformWorld, member: string) {
  const body = jsonBody(this.negative.response);
  this.expect(typeof body === 'object' && body !== null && member in body, member);
});
