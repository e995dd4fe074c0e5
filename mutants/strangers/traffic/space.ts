import type { Space } from '../dimension';
import { dayDimensions, dayForbidden } from './day';
import { recordingDimensions, recordingForbidden } from './recording/dimensions';
import type { TrafficPart } from './shape';

/** The dimensions of traffic. Their changes are made in this order: first the day, then its recording. */
export const trafficSpace: Space<TrafficPart> = {
  dimensions: [...dayDimensions, ...recordingDimensions],
  forbidden: [...dayForbidden, ...recordingForbidden],
};
