import { Then, When } from '@cucumber/cucumber';
import type { Exchange } from '../support/exchange/exchange';
import { certificateRound } from '../support/scenarios/service/certificates';
import type { CertificateService } from '../support/scenarios/service/certificates';
import { staleCertificate } from '../support/scenarios/service/stale-timestamps';
import { fetchedAfterRejection } from '../support/scenarios/turns/certificates';
import { ruleContext } from '../support/run/run';
import { variantOf } from '../support/scenarios/service/wrong-rows';
import type { ConformWorld } from '../support/world';

When(
  'the suite fetches the certificate of {service}',
  async function (this: ConformWorld, service: CertificateService) {
    const { exchanges, twin } = await certificateRound(this.run, service);
    this.saw(exchanges);
    this.show([twin.exchange]);
  },
);

When(
  'the suite fetches the certificate of {service} with {mistake}',
  async function (this: ConformWorld, service: CertificateService, mistake: string) {
    const isStale = variantOf(this.asserted, mistake) === 'stale-timestamp';
    const round = isStale
      ? await staleCertificate(this.run)
      : (await certificateRound(this.run, service)).exchanges;
    this.sawWrong(round, mistake);
  },
);

// The readings certificate-form and key-bits have PEM and 2048 where nothing else is agreed.
Then(
  'the answer is a {string} block in PEM with an RSA key of {int} bits',
  function (this: ConformWorld, label: string, documented: number) {
    const { 'certificate-form': form, 'key-bits': bits } = this.run.target.readings;
    const isRight = ({ facts: { publicKey: key } }: Exchange): boolean =>
      key?.form === form &&
      (form !== 'pem' || key.label === label) &&
      key.type === 'rsa' &&
      key.bits === bits;
    this.expect(this.answered.some(isRight), `${label}, ${documented} bits`);
  },
);

Then('the certificate is fetched again before the next ciphertext', function (this: ConformWorld) {
  this.expect(
    fetchedAfterRejection(this.sentByIntegrator, ruleContext(this.run)),
    'a fetch after the rejection',
  );
});
