import type { CoordinatorContext, Plugin } from '@cucumber/cucumber/api';
import type { Handed } from '../../run/handles';
import { slotOf } from '../../run/handles';
import type { Run } from '../../run/run';
import { Progress } from './progress';
import { ScenarioCount } from './scenario-count';

/** Shows how far a run has come. */
export const plugin: Plugin<Handed> = {
  type: 'plugin',
  coordinator({ on, operation, options }: CoordinatorContext<Handed>) {
    if (operation !== 'runCucumber') return undefined;
    const slot = slotOf(options);
    const scenarios = new ScenarioCount();
    let progress: Progress | undefined;
    on('message', (envelope) => {
      scenarios.observe(envelope);
      progress ??= slot.run && progressOf(slot.run, scenarios);
      // Before anything else is printed.
      if (envelope.testRunFinished !== undefined) progress?.end();
      else if (envelope.testCaseStarted !== undefined) progress?.next();
    });
    return () => progress?.end();
  },
};

/** None where it would not be seen, or where a person follows instructions step by step. */
function progressOf({ settings, target, waits }: Run, scenarios: ScenarioCount): Progress | undefined {
  if (settings.progress === undefined || target.integrator?.manual === true) return undefined;
  return new Progress(settings.progress, { waits, scenarios });
}
