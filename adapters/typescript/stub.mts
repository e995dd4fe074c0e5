// An adapter for the conformance suite: through it the suite asks YOUR client to act. Fill in what your client does and
// leave out the rest: what is missing here is answered "not offered". Node from 22.18 on runs it as it is. Try it with:
//
//   npx conform adapter --check node adapter.mts
import { log, serve } from './gateway-adapter.mts';
import type { Methods } from './gateway-adapter.mts';
// import { sender } from './sender.mts';

await serve({ name: 'my-client', version: '0.0.0' }, (settings) => {
  // Called first, and again before each journey. Make a new client here, so that tokens and certificates of an earlier
  // journey are gone. `settings` has services, credentials, cmId, paths, readings, caCertificate …
  log(`a new journey, with the services ${JSON.stringify(settings.services)}`);
  // const client = new MyClient(settings);
  // const send = sender(settings.caCertificate); // sends requests, and trusts the suite's authority

  // Where your client refuses on purpose, throw new Refusal('why'); where it tried and failed, throw new Failure('what').
  // Never put a value into either, nor into log(): that writes to stderr, which the suite searches for values.
  const methods: Partial<Methods> = {
    // 'session.create': () => client.createSession(),
    // 'certificate.fetch': ({ service }) => client.fetchCertificate(service),
    // 'field.encrypt': async ({ service, value }) => ({ ciphertext: await client.encrypt(service, value) }),
    // 'otp.verify': ({ otp, txnId }) => client.verifyOtp(otp, txnId), // { txnId, authResult, message }
    // 'fields.send': ({ service, path, fields }) => client.post(service, path, fields),
    // 'transfer.encrypt': ({ keyMaterial, bundle }) => client.encryptFor(keyMaterial, bundle), // { keyMaterial, content }
    // 'transfer.open': () => client.newRequest(), // { transferId, keyMaterial }
    // 'transfer.decrypt': async ({ transferId, recipient, keyMaterial, content }) => ({
    //   bundle: await client.decrypt(transferId ?? recipient, keyMaterial, content),
    // }),
    // 'insurancePlan.request': async () => ({ correlationId: await client.requestPlan() }),
    // 'eligibility.check': async () => ({ correlationId: await client.checkEligibility() }),
    // 'preauth.submit': async () => ({ correlationId: await client.submitPreauth() }),
    // 'claim.submit': async () => ({ correlationId: await client.submitClaim() }),
    // 'communication.reply': ({ correlationId }) => client.reply(correlationId),
    // 'dummyPayer.trigger': ({ action, method, correlationId }) => client.trigger(action, method, correlationId),
    // 'paymentNotice.init': ({ providerId, claimNumber }) => client.startNotice(providerId, claimNumber),
    // 'cycle.get': ({ correlationId }) => client.cycle(correlationId), // { state, callbacks }
  };
  return {
    methods,
    // transferKeyForms: ['x25519'], // 32 bytes; also weierstrass (a 65-byte point), weierstrass-spki-explicit, -named
    // callbackUrl: 'http://127.0.0.1:8080', // as provider: the suite appends /v1/…
    // encryptionKey: pem, // as provider, in the envelope jwe: what your callbacks are encrypted to
  };
});
