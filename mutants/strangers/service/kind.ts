import type { MockSeams } from '../../../support/mock/seams';
import type { MockOptions } from '../../../support/mock/start-mock';
import { findSpecimen } from '../../catalogue';
import type { Stage } from '../../mutant';
import { startWith } from '../../stage';
import { runSpecimen } from '../../trial';
import { judgeFault } from '../fault-judge';
import { problemsOf } from '../judge';
import type { StrangerFault, StrangerKind, StrangerRun } from '../kind';
import { functionsIn, type AnyFunction } from './seam-paths';
import type { ServicePart, ServiceShape } from './shape';
import { overridesFor, shapeOf, stageOver, stageService } from './shape';
import { serviceSpace } from './space';

/** Random services: a mock as the service under test, behind a listener of its own. The faults are found separately. */
export const serviceKind: StrangerKind<ServicePart> = {
  subjects: 'services',
  space: serviceSpace,
  faults: [],
  run: async (parts, _seed, fault) =>
    fault === undefined
      ? { results: await runSpecimen({ subject: 'service', start: () => stageService(shapeOf(parts)) }) }
      : runFaulty(shapeOf(parts), fault),
  problemsOf,
  judgeFault,
};

async function runFaulty(shape: ServiceShape, fault: StrangerFault): Promise<StrangerRun> {
  const calls = new CallCounter();
  const start = (): Promise<Stage> => stageFault(shape, fault.name, calls);
  const results = await runSpecimen({ subject: 'service', start });
  return { results, acted: calls.hasActed };
}

/** Starts a service of this shape with the fault of a mutant below it. */
export function stageFault(shape: ServiceShape, name: string, calls = new CallCounter()): Promise<Stage> {
  return startWith((options) => stageOver(shape, calls.watch(options)), findSpecimen(name).start);
}

/** Counts the calls of the functions of a fault. */
export class CallCounter {
  #isConstant = false;
  #calls = 0;

  /** Whether one of the functions was called, or the fault is in the readings, keys or account as well. */
  get hasActed(): boolean {
    return this.#isConstant || this.#calls > 0;
  }

  /** Returns the same options with functions that count their calls. */
  watch(options: MockOptions): MockOptions {
    const { readings, keys, account, seams: given } = options;
    this.#isConstant = given === undefined || [readings, keys, account].some((each) => each !== undefined);
    const seams: MockOptions['seams'] = (own: MockSeams) => {
      const overrides = overridesFor(own, given);
      const counted = new Map<unknown, AnyFunction>(
        functionsIn(overrides, own).map(([, each]) => [each, this.#counted(each)]),
      );
      return replacing(overrides, counted);
    };
    return { ...options, seams };
  }

  #counted(each: AnyFunction): AnyFunction {
    return (...given) => {
      this.#calls += 1;
      return each(...given);
    };
  }
}

/** Returns a copy of an object with other functions, also in the objects in it. */
function replacing<Of extends object>(whole: Of, functions: ReadonlyMap<unknown, AnyFunction>): Of {
  const members = Object.entries(whole).map(([name, value]: [string, unknown]) => {
    const isObject = typeof value === 'object' && value !== null;
    return [name, isObject ? replacing(value, functions) : (functions.get(value) ?? value)];
  });
  return Object.fromEntries(members) as Of;
}
