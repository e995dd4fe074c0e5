// An adapter for the conformance suite: it lets the suite ask YOUR client to act. Protocol 1: JSON-RPC 2.0, one
// message a line on stdin and stdout; stderr is your log. Fill in what your client does, and leave out the rest: what
// is missing here is answered "not offered". Try it with:
//
//   npx conform adapter --check node adapter.cjs
'use strict';
const { createInterface } = require('node:readline');

/** What your client refuses on purpose: throw it with the reason, without the value. */
class Refusal extends Error {}

// What initialize gave: addresses, credentials, the authority to trust, paths, readings.
const given = { settings: undefined };

const methods = {
  // Called first, and again before each journey: forget tokens, certificates and cycles.
  initialize(params) {
    if (params.protocolVersion !== '1')
      throw new Error(`protocol ${params.protocolVersion} is not spoken here`);
    given.settings = params;
    const capabilities = Object.keys(methods).filter((name) => name !== 'initialize' && name !== 'shutdown');
    const implementation = { name: 'my-client', version: '0.0.0' };
    // The forms of your transfer keys: x25519 (32 bytes), weierstrass (a 65-byte point), weierstrass-spki.
    // As provider: callbackUrl, the base behind which your callbacks arrive (the suite appends /v1/…), and under the
    // envelope jwe encryptionKey, to which they are encrypted (SPKI in PEM).
    return { protocolVersion: '1', implementation, capabilities, transferKeyForms: ['x25519'] };
  },

  // Uncomment what your client does, and call it:
  //
  // async 'session.create'() { await client.createSession(given.settings); },
  // async 'certificate.fetch'({ service }) { await client.fetchCertificate(service); },
  // async 'field.encrypt'({ service, value }) { return { ciphertext: await client.encrypt(service, value) }; },
  // async 'otp.verify'({ otp, txnId }) { return client.verifyOtp(otp, txnId); }, // { txnId, authResult, message }
  // async 'fields.send'({ service, path, fields }) { await client.post(service, path, fields); },
  // async 'transfer.encrypt'({ keyMaterial, bundle }) { return client.encryptFor(keyMaterial, bundle); }, // { keyMaterial, content }
  // async 'transfer.open'() { return client.newRequest(); }, // { transferId, keyMaterial }
  // async 'transfer.decrypt'({ transferId, recipient, keyMaterial, content }) {
  //   return { bundle: await client.decrypt(transferId ?? recipient, keyMaterial, content) };
  // },
  // async 'insurancePlan.request'() { return { correlationId: await client.requestPlan() }; },
  // async 'eligibility.check'() { return { correlationId: await client.checkEligibility() }; },
  // async 'preauth.submit'() { return { correlationId: await client.submitPreauth() }; },
  // async 'claim.submit'() { return { correlationId: await client.submitClaim() }; },
  // async 'communication.reply'({ correlationId }) { await client.reply(correlationId); },
  // async 'dummyPayer.trigger'({ action, method, correlationId }) { await client.trigger(action, method, correlationId); },
  // async 'paymentNotice.init'({ providerId, claimNumber }) { await client.startNotice(providerId, claimNumber); },
  // 'cycle.get'({ correlationId }) { return client.cycle(correlationId); }, // { state, callbacks }

  shutdown() {
    setImmediate(() => process.exit(0));
    return null;
  },
};

async function answer(line) {
  const { id, method, params } = JSON.parse(line);
  if (!Object.hasOwn(methods, method))
    return { id, error: { code: -32601, message: `${method} is not offered` } };
  try {
    return { id, result: (await methods[method](params ?? {})) ?? null };
  } catch (error) {
    return { id, error: { code: error instanceof Refusal ? -32001 : -32000, message: error.message } };
  }
}

// One message after another: the next is read once the last was answered.
let last = Promise.resolve();
createInterface({ input: process.stdin }).on('line', (line) => {
  last = last
    .then(() => answer(line))
    .then((message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
});
