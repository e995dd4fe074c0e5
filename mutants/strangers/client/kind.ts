import { runSpecimen } from '../../trial';
import { problemsOf } from '../judge';
import type { StrangerKind } from '../kind';
import type { ClientPart } from './shape';
import { clientShapeOf, stageOfClient } from './shape';
import { clientSpace } from './space';

/** Random right clients, in this process. The mock plays the services for them. */
export const clientKind: StrangerKind<ClientPart> = {
  subjects: 'clients',
  space: clientSpace,
  faults: [],
  run: async (parts) => ({
    results: await runSpecimen({
      subject: 'integrator',
      start: () => Promise.resolve(stageOfClient(clientShapeOf(parts))),
    }),
  }),
  problemsOf,
  judgeFault: () => ({ acted: false, problems: [], hides: [] }),
};
