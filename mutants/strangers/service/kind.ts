import { runSpecimen } from '../../trial';
import { problemsOf } from '../judge';
import type { StrangerKind } from '../kind';
import type { ServicePart } from './shape';
import { shapeOf, stageService } from './shape';
import { serviceSpace } from './space';

/** Random right services: a mock as the service under test, behind a listener of its own. */
export const serviceKind: StrangerKind<ServicePart> = {
  subjects: 'services',
  space: serviceSpace,
  faults: [],
  run: async (parts) => ({
    results: await runSpecimen({ subject: 'service', start: () => stageService(shapeOf(parts)) }),
  }),
  problemsOf,
  judgeFault: () => ({ acted: false, problems: [], hides: [] }),
};
