import { Then, When, defineParameterType } from '@cucumber/cucumber';
import type { CertificateService } from '../support/scenarios/service/certificates';
import { certificateRound } from '../support/scenarios/service/certificates';
import type { ConformWorld } from '../support/world';

defineParameterType({ name: 'certificateService', regexp: /identity|registry/ });

When(
  'the suite fetches the {certificateService} certificate',
  async function (this: ConformWorld, service: CertificateService) {
    this.saw((await certificateRound(this.run, service)).exchanges);
  },
);

Then(
  "it is PEM text with the identity service's PUBLIC KEY block: RSA, 2048 bits",
  function (this: ConformWorld) {
    this.judge('CRT-01');
  },
);

Then("it is PEM text with the registry's PUBLIC KEY block: RSA, 2048 bits", function (this: ConformWorld) {
  this.judge('CRT-02');
});

Then('the request without Authorization was answered 401', function (this: ConformWorld) {
  this.judge('CRT-03');
});
