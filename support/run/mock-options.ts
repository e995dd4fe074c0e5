import { withTargetContent } from '../mock/payer/content';
import type { MockOptions } from '../mock/start-mock';
import type { Target } from '../targets/target';

/** Returns the options of a mock that behaves as a target describes: with its ids, paths, readings and contents. */
export function mockOptionsFor(target: Target): MockOptions {
  const { readings, cmId, paths, participants, ca, dummyPayerToken, payerContent = {} } = target;
  return {
    account: {
      cmId,
      paths,
      payer: participants.payer,
      ...(dummyPayerToken !== undefined && { dummyPayerToken }),
    },
    readings,
    ...(ca !== undefined && { callbackAuthority: ca }),
    seams: ({ payer }) => ({ payer: { bundles: withTargetContent(payer.bundles, payerContent) } }),
  };
}
