import type { ReadingValues } from '../../contract/readings';
import { defaultReadings } from '../../contract/readings';

/** Callbacks and answers whose paths the document does not show. */
const readPaths = ['plan-answer', 'eligibility-answer', 'payment-prompt', 'payment-ack'] as const;

/** The path that features name, as this target has it: where it is a reading, they show the default. */
export function pathMeant(path: string, readings: ReadingValues): string {
  const reading = readPaths.find((id) => defaultReadings[id] === path);
  return reading === undefined ? path : readings[reading];
}
