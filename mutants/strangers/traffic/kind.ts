import { exampleBases } from '../../../support/published/deployment';
import type { Target } from '../../../support/targets/target';
import { trafficTarget } from '../../../support/targets/traffic-target';
import { auditFiles } from '../../traffic/audit-files';
import { generateLongDay } from '../../traffic/long-day';
import { usualHabits } from '../../traffic/long-day/habits';
import { seededRandom } from '../../traffic/seeded';
import type { StrangerKind } from '../kind';
import { trafficProblems } from './judge';
import type { TrafficPart, TrafficShape } from './shape';
import { shapeOf } from './shape';
import { trafficSpace } from './space';
import { filesOf } from './write';

/** Random right traffic: a generated day, recorded and written by a tool. */
export const trafficKind: StrangerKind<TrafficPart> = {
  subjects: 'days of right traffic',
  space: trafficSpace,
  faults: [],
  seeded: true,
  run: async (parts, seed) => {
    const { files, target } = recordedDay(shapeOf(parts), seed);
    return { results: await auditFiles(files, target) };
  },
  problemsOf: trafficProblems,
  judgeFault: () => ({ acted: false, problems: [], hides: [] }),
};

/** The files that a tool makes of a day, and the target for which they are judged. */
export interface RecordedDay {
  readonly files: readonly Buffer[];
  readonly target: Target;
}

/** Generates the day of a seed, and records it. The same shape and seed give the same files. */
export function recordedDay(shape: TrafficShape, seed: number): RecordedDay {
  const habits = shape.habits.reduce((own, change) => change(own), usualHabits);
  const day = generateLongDay(seed, undefined, habits);
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
  return { files, target: shape.target.reduce<Target>((own, change) => change(own, sent), target) };
}
