// An adapter for the conformance suite: through this program the suite asks YOUR client to act. Fill in the
// methods that your client supports and leave out the rest. Missing methods are answered "not offered". Node
// 22.18 and newer can run this file without compiling it. Try it with:
//
//   npx conform adapter --check node adapter.mts
import { log, serve } from './gateway-adapter.mts';
import type { Methods } from './gateway-adapter.mts';
// import { sender } from './sender.mts';

await serve({ name: 'my-client', version: '0.0.0' }, (settings) => {
  // Called before each journey. Create a new client here, so that it has no tokens or certificates from an
  // earlier journey. `settings` contains services, credentials, cmId, paths, readings, caCertificate …
  log(`a new journey, with the services ${JSON.stringify(settings.services)}`);
  // const client = new MyClient(settings);
  // const send = sender(settings.caCertificate); // sends requests, and trusts the suite's CA certificate

  // If your client refuses on purpose, throw new Refusal('reason'). If it tried and failed, throw new
  // Failure('reason'). Never put a value into these messages or into log(): the suite searches messages and
  // stderr for values.
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
    // transferKeyForms: ['x25519'], // 32 bytes; also weierstrass (a 65-byte point),
    // weierstrass-spki-explicit, -named callbackUrl: 'http://127.0.0.1:8080', // as provider: the suite
    // appends /v1/… encryptionKey: pem, // as provider, with the envelope jwe: your public key for encrypting
    // callbacks
  };
});
