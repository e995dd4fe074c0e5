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
 * Dimensions of a tool that records a day: the exchanges and values that it records, and their form. The changes are
 * made in this order. Values are masked and left out before an exchange is written.
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

const textOfCollectors = [
  'log of containerd',
  'log in files of Fluent Bit',
  'log in syslog',
  'log in syslog of RFC 5424',
  'log behind the start of its program',
];

const maskedInBodies = maskDimensions
  .filter(({ seam }) => !seam.startsWith('Authorization'))
  .flatMap(({ values }) => values.slice(1).map(({ words }) => words))
  .filter((words) => !words.startsWith('REQUEST-ID'));

export const recordingForbidden: readonly ForbiddenPair[] = [
  {
    words: ['no Authorization in the file', 'log that lists the headers it keeps'],
    reason: 'the log says that it keeps Authorization, so a request without it was sent without it',
  },
  ...textOfCollectors.map((words): ForbiddenPair => ({
    words: [words, 'list of log lines'],
    reason: 'what this collector writes before a line is no JSON, and a list contains JSON alone',
  })),
  ...maskedInBodies.map((words): ForbiddenPair => ({
    words: [words, 'bodies in Base64'],
    reason: 'a tool that masks members reads bodies as text, and no known tool then writes Base64',
  })),
];
