import { Given } from '@cucumber/cucumber';
import { transfersOfEachRole } from '../support/scenarios/integrator/transfer/each-role';
import { hipJourney, hiuJourney } from '../support/scenarios/integrator/transfer/transfer-journeys';
import type { ConformWorld } from '../support/world';
import { thenJudge } from './then-judge';

Given('the integrator has encrypted bundles as HIP', async function (this: ConformWorld) {
  await this.through(hipJourney(this.run));
});

Given('the integrator has opened transfers as HIU', async function (this: ConformWorld) {
  await this.through(hiuJourney(this.run));
});

Given('the integrator has made its transfers', async function (this: ConformWorld) {
  await this.through(transfersOfEachRole(this.run));
});

thenJudge(
  'each unsupported algorithm and curve of an HIU is refused, and the supported ones are not',
  'HDT-01',
);
thenJudge('each expired key of an HIU is refused, and the one that still lives is not', 'HDT-02');
thenJudge('no two transfers carry the same public key', 'HDT-03');
thenJudge('each nonce has 32 bytes, and no two transfers carry the same', 'HDT-04');
thenJudge('each content opens with the ECDH secret of both keys', 'HDT-05');
thenJudge('each content opens with salt and IV out of both nonces', 'HDT-06');
thenJudge('each content opens with a key of 256 bits that HKDF derives', 'HDT-07');
thenJudge('each content decrypts to the bytes of its bundle, and its tag is right', 'HDT-08');
thenJudge('each key material has the members of clause 2.6', 'HDT-09');
thenJudge('each content was made with the key and the nonce that came with it', 'HDT-10');
thenJudge('each right content is decrypted to the bytes of its bundle', 'HDT-11');
thenJudge('each changed content is refused without any plaintext, and the unchanged one is not', 'HDT-12');
thenJudge('each public key that cannot be used is refused, and the one that can is not', 'HDT-13');
thenJudge('no private key stands in what is sent', 'HDT-14');
thenJudge('each expiry lies ahead of the moment of sending', 'HDT-15');
thenJudge('each nonce of another length is refused, and that of 32 bytes is not', 'HDT-16');
thenJudge('each request brings a public key and a nonce of its own, with curve and algorithm', 'HDT-17');
thenJudge('no part of a bundle can be read in what is sent', 'HDT-18');
