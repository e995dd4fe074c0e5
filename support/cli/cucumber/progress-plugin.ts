import type { CoordinatorContext, Plugin } from '@cucumber/cucumber/api';
import type { Handed } from '../../run/handles';
import { slotOf } from '../../run/handles';
import type { Run } from '../../run/run';
import { Progress } from './progress';

/** Shows how far a run has come. */
export const plugin: Plugin<Handed> = {
  type: 'plugin',
  coordinator({ on, operation, options }: CoordinatorContext<Handed>) {
    if (operation !== 'runCucumber') return undefined;
    const slot = slotOf(options);
    let progress: Progress | undefined;
    slot.events.follow((event) => {
      progress ??= slot.run && progressOf(slot.run);
      progress?.take(event);
    });
    on('message', ({ testRunFinished }) => {
      // Before anything else is printed.
      if (testRunFinished !== undefined) progress?.end();
    });
    return () => progress?.end();
  },
};

/** None where it would not be seen, or where a person follows instructions step by step. */
function progressOf({ settings, target }: Run): Progress | undefined {
  if (settings.progress === undefined || target.integrator?.manual === true) return undefined;
  return new Progress(settings.progress);
}
