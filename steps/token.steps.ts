import { When } from '@cucumber/cucumber';
import { repeatedUse } from '../support/scenarios/service/certificates';
import type { ConformWorld } from '../support/world';

When('the suite uses its access token again and again', async function (this: ConformWorld) {
  this.saw(await repeatedUse(this.run));
});
