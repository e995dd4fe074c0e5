import { defaultReadings } from '../../support/contract/readings';
import { rsaKeyPair } from '../key-material';
import type { Specimen, StartStage } from '../mutant';
import { hardCoded } from '../integrator/foreign-keys.mutants';
import { brokenIntegrator, harmlessIntegrator } from '../integrator/specimens';
import type { IntegratorSeamsChange } from '../integrator/stage';
import { integratorWith } from '../integrator/stage';
import { stageMock } from '../stage';

/** Clients of services with keys of 4096 bits, of which the target says nothing: traffic shows the keys themselves. */
export const longerKeys: readonly Specimen[] = [
  harmlessIntegrator('longer-keys-seen', 'Ciphertexts are as long as the keys that the services publish.', {
    start: withLongerKeys({}),
  }),
  brokenIntegrator(
    'shorter-than-the-keys-seen',
    ['ENC-03'],
    'A key of another length than the services publish stands in the program.',
    { start: withLongerKeys(hardCoded(3072)) },
  ),
];

function withLongerKeys(seams: IntegratorSeamsChange): StartStage {
  return async () => {
    const pair = await rsaKeyPair(4096);
    const stage = await stageMock({
      tls: true,
      readings: { ...defaultReadings, envelope: 'json' },
      keys: { identity: pair, registry: pair },
    });
    return { ...stage, client: (log) => integratorWith(seams, log) };
  };
}
