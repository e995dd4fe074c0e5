import { isDeepStrictEqual } from 'node:util';
import { exampleBases } from '../../../support/published/deployment';
import type { Target } from '../../../support/targets/target';
import { trafficTarget } from '../../../support/targets/traffic-target';
import { auditFiles } from '../../traffic/audit-files';
import { generateLongDay } from '../../traffic/long-day';
import { usualHabits } from '../../traffic/long-day/habits';
import { seededRandom } from '../../traffic/seeded';
import { problemsOf } from '../judge';
import type { StrangerKind } from '../kind';
import { judgeTrafficFault } from './fault-judge';
import type { DayFault } from './faults';
import { dayFaults, plantIn, withMistake } from './faults';
import { withOccasion } from './occasions';
import type { TrafficPart, TrafficShape } from './shape';
import { shapeOf } from './shape';
import { trafficSpace } from './space';
import { filesOf } from './write';

/** Random right traffic: a generated day, recorded and written by a tool. */
export const trafficKind: StrangerKind<TrafficPart> = {
  subjects: 'days of traffic',
  space: trafficSpace,
  faults: dayFaults.map((fault) => withOccasion(fault, trafficSpace.dimensions)),
  seeded: true,
  run: async (parts, seed, named) => {
    const shape = shapeOf(parts);
    const fault = dayFaults.find(({ name }) => name === named?.name);
    const { files, target, isFaulty } = recordedDay(shape, seed, fault);
    const results = await auditFiles(files, target);
    if (fault === undefined) return { results };
    // The recording may mask the change of the fault. Its files then equal those of the day without the fault.
    const isShown = !isDeepStrictEqual(files, recordedDay(shape, seed).files);
    return { results, acted: isFaulty && isShown };
  },
  problemsOf,
  judgeFault: judgeTrafficFault,
};

/** The files that a tool makes of a day, and the target for which they are judged. */
export interface RecordedDay {
  readonly files: readonly Buffer[];
  readonly target: Target;
  /** Whether an exchange with the fault is recorded. */
  readonly isFaulty: boolean;
}

/** Generates the day of a seed, and records it. The same shape, seed and fault give the same files. */
export function recordedDay(shape: TrafficShape, seed: number, fault?: DayFault): RecordedDay {
  const own = shape.habits.reduce((habits, change) => change(habits), usualHabits);
  const habits = fault === undefined ? own : withMistake(own, fault);
  const day = generateLongDay(seed, fault && plantIn(fault, seed), habits);
  // Each layer gets the same numbers, whether there are other layers or not.
  const random = () => seededRandom(seed);
  const sent = shape.wire.reduce((exchanges, change) => {
    const numbers = random();
    return exchanges.map((each) => change(each, numbers));
  }, day.exchanges);
  const kept = shape.kept.reduce((exchanges, choose) => choose(exchanges, random()), sent);
  const files = filesOf(
    shape,
    kept.map(({ wire }) => wire),
    random,
  );
  const target = { ...trafficTarget, services: exampleBases, readings: day.readings };
  return {
    files,
    target: shape.target.reduce<Target>((before, change) => change(before, sent), target),
    isFaulty: kept.some(({ isBreach }) => isBreach),
  };
}
