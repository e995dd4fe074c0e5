import { createPublicKey } from 'node:crypto';
import { constants } from '../contract/constants';
import { readingForService, nationalIdNames } from '../contract/readings';
import { generateRsaKeyPair } from '../mock/keys';
import { withTargetContent } from '../mock/payer/content';
import type { MockHandler } from '../mock/seams';
import type { MockOptions } from '../mock/start-mock';
import type { Target } from '../targets/target';

/** The mock as a target's readings want it: account, size of the keys, form of the certificate answers, contents. */
export async function mockOptionsFor(target: Target): Promise<MockOptions> {
  const { readings, cmId, paths, participants, ca, payerContent = {} } = target;
  const keys = { ...(await ownKey(readings, 'identity')), ...(await ownKey(readings, 'registry')) };
  const inJson = services.filter((each) => readingForService(readings, 'certificate-form', each) === 'json');
  return {
    account: {
      cmId,
      paths,
      nationalIdField: nationalIdNames(readings)[0] ?? '',
      encryptedMembers: readings['encrypted-members'],
      payer: participants.payer,
    },
    readings,
    keys,
    ...(ca !== undefined && { callbackAuthority: ca }),
    seams: ({ handlers, payer }) => ({
      ...(inJson.length > 0 && {
        handlers: Object.fromEntries(
          inJson.map((each) => [`certificate.${each}`, asJson(handlers[`certificate.${each}`])]),
        ),
      }),
      payer: { bundles: withTargetContent(payer.bundles, payerContent) },
    }),
  };
}

const services = ['identity', 'registry'] as const;

/** A key of another size than the mock's own has, where the target says so. */
async function ownKey(
  readings: Target['readings'],
  service: (typeof services)[number],
): Promise<NonNullable<MockOptions['keys']>> {
  const bits = readingForService(readings, 'key-bits', service);
  return bits === constants.rsaBits ? {} : { [service]: await generateRsaKeyPair(bits) };
}

/** The form that is met beside PEM: base64 DER in a member of a JSON object. */
function asJson(own: MockHandler): MockHandler {
  return async (call, state) => {
    const reply = await own(call, state);
    if (reply.status !== 200 || typeof reply.body !== 'string') return reply;
    const publicKey = createPublicKey(reply.body).export({ type: 'spki', format: 'der' }).toString('base64');
    return { ...reply, body: { publicKey, encryptionAlgorithm: 'RSA/ECB/OAEPWithSHA-1AndMGF1Padding' } };
  };
}
