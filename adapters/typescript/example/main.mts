// A complete adapter with a conforming client. Numbers in parentheses are clauses of the contract.
import { serve } from '../gateway-adapter.mts';
import { Client } from './client.mts';
import { openProvider } from './provider.mts';
import { Transfers } from './transfers.mts';

await serve({ name: 'example-typescript', version: '1.0.0' }, async (settings) => {
  const client = new Client(settings);
  const transfers = new Transfers();
  const provider = await openProvider(client);
  return {
    ...provider,
    methods: {
      'session.create': async () => {
        await client.createSession(); // do not return the token
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
      ...provider?.methods,
    },
    transferKeyForms: ['x25519', 'weierstrass', 'weierstrass-spki'],
  };
});
