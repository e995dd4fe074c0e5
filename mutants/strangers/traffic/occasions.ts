import type { Dimension } from '../dimension';
import type { DayFault } from './faults';
import type { TrafficPart } from './shape';

/** The dimensions that keep exchanges out of a recording. A fault is planted in one of the first exchanges of its kind. */
const cutting: readonly string[] = ['ends', 'hosts'];

/** Excludes the values that would keep a fault out of the recording, or without a verdict. */
export function withOccasion(fault: DayFault, dimensions: readonly Dimension<TrafficPart>[]): DayFault {
  const cut = dimensions
    .filter(({ name }) => cutting.includes(name))
    .flatMap(({ values }) => values.slice(1).map(({ words }) => words));
  const lossy = dimensions.flatMap(({ values }) =>
    values
      .filter(({ allows = {} }) =>
        fault.breaks.some((id) => allows[id]?.some((verdict) => verdict !== 'passed')),
      )
      .map(({ words }) => words),
  );
  return {
    ...fault,
    excludes: [
      ...fault.excludes,
      { words: cut, reason: 'the recording may lack the exchange with the fault' },
      { words: lossy, reason: 'the recording may lack the part that shows the fault' },
    ],
  };
}
