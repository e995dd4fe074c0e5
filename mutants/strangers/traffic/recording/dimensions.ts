import type { Dimension, ForbiddenPair } from '../../dimension';
import type { TrafficPart } from '../shape';
import { collectorDimensions } from './collectors';
import { betweenDimensions, endDimensions, orderDimension } from './ends';
import { extraDimensions } from './extras';
import { formDimensions } from './forms';
import { itemDimensions } from './items';
import { leftOutDimensions } from './left-out';
import { maskDimensions } from './masked';
import { targetDimensions } from './target';

/**
 * How a tool records a day: which exchanges, what of them, and in which form. The changes are made in this order. Values
 * are masked and left out before an exchange is written.
 */
export const recordingDimensions: readonly Dimension<TrafficPart>[] = [
  ...endDimensions,
  ...betweenDimensions,
  orderDimension,
  ...maskDimensions,
  ...leftOutDimensions,
  ...extraDimensions,
  ...itemDimensions,
  ...formDimensions,
  ...collectorDimensions,
  ...targetDimensions,
];

export const recordingForbidden: readonly ForbiddenPair[] = [];
