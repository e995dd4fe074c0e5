import type { Dimension, ForbiddenPair } from '../dimension';
import type { TrafficPart } from './shape';

/** How a day goes: the behaviour of its parties, and what goes over the wire. */
export const dayDimensions: readonly Dimension<TrafficPart>[] = [];

export const dayForbidden: readonly ForbiddenPair[] = [];
