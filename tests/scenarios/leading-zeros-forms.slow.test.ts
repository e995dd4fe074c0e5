import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RefusalError } from '../../support/adapter/handlers';
import { conformingSeams, createIntegrator } from '../../support/client/integrator';
import type { TransferSeams } from '../../support/client/integrator/transfer/seams';
import { createSeededKeys } from '../../support/client/integrator/transfer/seeded-keys';
import type { ClientFactory } from '../../support/run/plan';
import { withOpenRun } from '../../support/run/open-run';
import { embeddedTarget } from '../../support/run/targets';
import { embeddedLimits } from '../../support/targets/embedded';
import { hipJourney } from '../../support/scenarios/integrator/transfer/transfer-journeys';

const { transfer } = conformingSeams;

const pointsOnly: TransferSeams['readPeer'] = (material, about) => {
  const peer = transfer.readPeer(material, about);
  if (peer.keyForm === 'weierstrass') return peer;
  throw new RefusalError('the public key cannot be parsed');
};

/** Declares an SPKI as well, and refuses it. */
const client: ClientFactory = () => {
  const own = createIntegrator({
    transfer: { ...transfer, readPeer: pointsOnly, keys: createSeededKeys('forms') },
  });
  const transferKeyForms = ['weierstrass', 'weierstrass-spki-explicit'] as const;
  return { ...own, initialize: async (params) => ({ ...(await own.initialize(params)), transferKeyForms }) };
};

it('the search for a leading zero goes on in the forms that work, and in no other', async () => {
  const limits = { ...embeddedLimits, searchMs: 300 };
  const target = { ...embeddedTarget, roles: ['hip'] as const, limits };
  // Keys of both sides follow from seeds: a secret with a leading zero before the search would leave it out.
  await withOpenRun(
    { profile: 'test', target, subjects: ['integrator'], seams: { client }, seed: 1 },
    async (run) => {
      await hipJourney(run);
      const answers = run.evidence.recording.evidence.flatMap((each) =>
        each.kind === 'adapter answer' ? [each] : [],
      );
      assert.ok(answers.some(({ facts }) => facts.adapter?.outcome === 'refused'));
      assert.equal(answers.filter(({ facts }) => facts.transfer?.search !== undefined).length, 1);
      const searched = answers.filter(({ asked }) => asked?.round.endsWith('/search') === true);
      assert.deepEqual(
        searched.filter(({ facts }) => facts.adapter?.outcome === 'refused'),
        [],
      );
    },
  );
});
