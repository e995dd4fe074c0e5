// A complete adapter: a conforming client, and what lets the suite ask it to act. Numbers are clauses of the contract.
import { serve } from '../gateway-adapter.cjs';
import { Client } from './client.mjs';
import { Transfers } from './transfers.mjs';

await serve({ name: 'example-node', version: '1.0.0' }, (settings) => {
  const client = new Client(settings);
  const transfers = new Transfers();
  return {
    methods: {
      'session.create': async () => {
        await client.createSession(); // its token stays here
      },
      'certificate.fetch': async ({ service }) => {
        await client.fetchCertificate(service);
      },
      'field.encrypt': async ({ service, value }) => ({
        ciphertext: await client.encryptField(service, value),
      }),
      'fields.send': ({ service, path, fields }) => client.sendFields(service, path, fields),
      'otp.verify': ({ otp, txnId }) => client.verifyOtp(otp, txnId),
      'transfer.encrypt': ({ keyMaterial, bundle }) => transfers.encrypt(keyMaterial, bundle),
      'transfer.open': () => transfers.open(),
      'transfer.decrypt': (params) => transfers.decrypt(params),
    },
    transferKeyForms: ['x25519', 'weierstrass', 'weierstrass-spki'],
  };
});
