import type { AdapterHandlers } from '../../support/adapter/handlers';
import { conformingSeams } from '../../support/client/integrator';
import type { Specimen } from '../mutant';
import { brokenIntegrator, harmlessIntegrator } from '../integrator/specimens';
import type { IntegratorSeamsChange } from '../integrator/stage';
import { integratorWith, stageClient } from '../integrator/stage';

/**
 * Clients of two processes that share a client id and an address. A run knows of one process alone; traffic does not.
 */
export const twoProcesses: readonly Specimen[] = [
  harmlessIntegrator(
    'two-processes',
    'Two processes of one client take turns; each keeps a token and certificates.',
    {
      start: () => stageClient((log) => inTurns({}, log)),
    },
  ),
  brokenIntegrator(
    'two-processes-without-caches',
    ['CRT-07', 'TOK-01'],
    'Two processes of one client take turns, and neither keeps anything.',
    {
      start: () =>
        stageClient((log) =>
          inTurns(
            {
              sessions: { ...conformingSeams.sessions, usable: () => false },
              certificates: { usable: () => false },
            },
            log,
          ),
        ),
    },
  ),
];

function inTurns(seams: IntegratorSeamsChange, log: (line: string) => void): AdapterHandlers {
  const [one, other] = [integratorWith(seams, log), integratorWith(seams, log)];
  let turns = 0;
  const next = () => ((turns += 1) % 2 === 1 ? one : other);
  return {
    // Callbacks come to the first, and so it does what they belong to.
    ...one,
    initialize: async (params) => {
      await other.initialize(params);
      return one.initialize(params);
    },
    'session.create': (params) => next()['session.create'](params),
    'certificate.fetch': (params) => next()['certificate.fetch'](params),
    'otp.verify': (params) => next()['otp.verify'](params),
    'fields.send': (params) => next()['fields.send'](params),
    shutdown: async (params) => {
      await other.shutdown(params);
      return one.shutdown(params);
    },
  };
}
