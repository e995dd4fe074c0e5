import { When, defineParameterType } from '@cucumber/cucumber';
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
