import type { CoordinatorContext, Plugin } from '@cucumber/cucumber/api';
import type { Run } from '../run/run';
import { openRunOrNone } from '../run/run';
import type { ConfigurationError } from '../targets/errors';
import { ScenarioCollector } from '../judging/scenarios';
import { earlierResults, withChanges } from '../report/changes';
import { MessageLog, loadHtmlFrame } from '../report/messages';
import type { Results } from '../judging/results';
import { buildResults } from '../judging/build-results';
import { writeReports } from '../report/write';

/** Results with the folder that they were written to. */
export interface Written {
  readonly results: Results;
  readonly folder: string;
}

let last: Written | undefined;
let abandoned: ConfigurationError | undefined;

/** The results of the run that ended last in this process. */
export function lastResults(): Written | undefined {
  return last;
}

/** Why the run that ended last in this process came to nothing, where it was no subject's doing. */
export function whyAbandoned(): ConfigurationError | undefined {
  return abandoned;
}

/**
 * Makes the results from Cucumber's messages and the recording, whoever started Cucumber: `conform run` and plain
 * `cucumber-js` write the same files.
 */
export const plugin: Plugin = {
  type: 'plugin',
  async coordinator({ on, operation }: CoordinatorContext<unknown>) {
    if (operation !== 'runCucumber') return;
    const page = await loadHtmlFrame();
    const messages = new MessageLog();
    const scenarios = new ScenarioCollector();
    let run: Run | undefined;
    last = undefined;
    abandoned = undefined;
    on('message', (envelope) => {
      scenarios.observe(envelope);
      messages.add(envelope);
      // The BeforeAll hook opens the run, the AfterAll hook closes it: in between it is the current one.
      run ??= openRunOrNone();
      if (envelope.testRunFinished === undefined || run === undefined) return;
      abandoned = run.abandoned;
      // What stands in the folder is worth more than a report that says nothing of anybody.
      if (abandoned !== undefined) return;
      const { redactor } = run;
      const folder = run.settings.reports;
      const results = withChanges(buildResults(run, scenarios), earlierResults(folder));
      const others = messages.files(page, (text) => redactor.text(text));
      writeReports(folder, results, run.recording.exchanges, others);
      last = { results, folder };
    });
  },
};
