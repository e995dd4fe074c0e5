import { trafficLogOf } from '../../traffic/traffic-log';
import type { Dimension, ForbiddenPair } from '../dimension';
import type { TrafficPart } from './shape';

/** How a tool records a day. */
export const recordingDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'file',
    sentence: 'Traffic guide: the audit judges HAR files and traffic logs.',
    seam: 'how exchanges are written',
    values: [
      { words: 'one HAR file', allowedBy: '' },
      {
        words: 'a traffic log',
        allowedBy: 'schemas/traffic-line.schema.json',
        change: () => ({ written: (records) => [Buffer.from(trafficLogOf(records))] }),
      },
    ],
  },
];

export const recordingForbidden: readonly ForbiddenPair[] = [];
