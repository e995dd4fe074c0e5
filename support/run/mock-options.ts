import { createPublicKey } from 'node:crypto';
import { constants } from '../contract/constants';
import { generateRsaKeyPair } from '../mock/keys';
import { withContent } from '../mock/payer/content';
import type { Handler } from '../mock/seams';
import type { MockOptions } from '../mock/start-mock';
import type { Target } from '../targets/target';

/** The mock as a target's readings want it: account, size of the keys, form of the certificate answers, contents. */
export async function mockOptionsFor(target: Target): Promise<MockOptions> {
  const { readings, cmId, paths, participants, ca, payerContent = {} } = target;
  const bits = readings['key-bits'];
  const make = () => generateRsaKeyPair(bits);
  const keys = bits === constants.rsaBits ? {} : { identity: await make(), registry: await make() };
  return {
    account: {
      cmId,
      paths,
      nationalIdField: readings['national-id-field'],
      encryptedMembers: readings['encrypted-members'],
      payer: participants.payer,
    },
    readings,
    keys,
    ...(ca !== undefined && { callbackAuthority: ca }),
    seams: ({ handlers, payer }) => ({
      ...(readings['certificate-form'] === 'json' && {
        handlers: {
          'certificate.identity': asJson(handlers['certificate.identity']),
          'certificate.registry': asJson(handlers['certificate.registry']),
        },
      }),
      payer: { bundles: withContent(payer.bundles, payerContent) },
    }),
  };
}

/** The form that is met beside PEM: base64 DER in a member of a JSON object. */
function asJson(own: Handler): Handler {
  return async (call, state) => {
    const reply = await own(call, state);
    if (reply.status !== 200 || typeof reply.body !== 'string') return reply;
    const publicKey = createPublicKey(reply.body).export({ type: 'spki', format: 'der' }).toString('base64');
    return { ...reply, body: { publicKey, encryptionAlgorithm: 'RSA/ECB/OAEPWithSHA-1AndMGF1Padding' } };
  };
}
