import type { StrangerKind } from '../kind';
import type { ServicePart } from './shape';
import { shapeOf, stageService } from './shape';
import { serviceSpace } from './space';

/** Random right services: a mock as the service under test, behind a listener of its own. */
export const serviceKind: StrangerKind<ServicePart> = {
  subject: 'service',
  space: serviceSpace,
  start: (parts) => stageService(shapeOf(parts)),
};
