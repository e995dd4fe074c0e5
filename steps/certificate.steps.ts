import { Then, When } from '@cucumber/cucumber';
import { certificateRound } from '../support/scenarios/service/certificates';
import type { CertificateService } from '../support/scenarios/service/certificates';
import { staleCertificate } from '../support/scenarios/service/stale-timestamps';
import { encryptionsIn, fetchedAfterRejection } from '../support/scenarios/turns/certificates';
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

Then('the answer is PEM text with a {string} block', function (this: ConformWorld, label: string) {
  const isPem = this.run.target.readings['certificate-form'] === 'pem';
  const keys = this.answered.map(({ facts }) => facts.publicKey);
  this.expect(
    keys.some((key) => key?.form === (isPem ? 'pem' : 'json') && (!isPem || key.label === label)),
    label,
  );
});

// The reading key-bits has 2048 where nothing else is agreed.
Then('the key is RSA with {int} bits', function (this: ConformWorld, documented: number) {
  const bits = this.run.target.readings['key-bits'];
  const keys = this.answered.map(({ facts }) => facts.publicKey);
  this.expect(
    keys.some((key) => key?.type === 'rsa' && key.bits === bits),
    `${documented} bits`,
  );
});

Then('one certificate serves {int} values or more', function (this: ConformWorld, values: number) {
  const encrypted = encryptionsIn(this.run.recording.evidence, ruleContext(this.run));
  this.expect(encrypted >= values, `${values} encrypted values`);
});

Then('the certificate is fetched again before the next ciphertext', function (this: ConformWorld) {
  this.expect(
    fetchedAfterRejection(this.sentByIntegrator, ruleContext(this.run)),
    'a fetch after the rejection',
  );
});

Then('each field decrypts under the key of its own service', function (this: ConformWorld) {
  const fields = this.run.recording.evidence.flatMap(({ facts }) => facts.fields ?? []);
  this.expect(
    fields.some(({ ownKey }) => ownKey === true),
    'a field that decrypts',
  );
});
