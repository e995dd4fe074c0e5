import type { CoordinatorContext, Plugin } from '@cucumber/cucumber/api';
import type { RunHandle } from '../../run/handles';
import { releaseSlot, slotForHandle } from '../../run/handles';
import { findEarlierResults, withChanges } from '../../report/runs/changes';
import { MessageLog, loadHtmlFrame } from '../../report/messages';
import { redactionSettingsOfTarget } from '../../judging/keeping';
import { buildResults } from '../../judging/build-results';
import { basisOf } from '../../run/basis-of-run';
import { RunLog } from '../../run/run-log';
import { judgeRun } from '../../run/judge-run';
import { basisFile, requireReady, writeReports } from '../../report/runs/write-run';

/**
 * The Cucumber plugin that derives the results from Cucumber's messages and the recording, and writes the
 * reports. `conform run` and plain `cucumber-js` both load this plugin, so they write the same files.
 */
export const plugin: Plugin<RunHandle> = {
  type: 'plugin',
  async coordinator({ on, operation, options }: CoordinatorContext<RunHandle>) {
    if (operation !== 'runCucumber') return undefined;
    const page = await loadHtmlFrame();
    const messages = new MessageLog();
    const log = new RunLog();
    const slot = slotForHandle(options);
    slot.events.follow((event) => {
      log.add(event);
    });
    slot.requireReady = ({ reports: root, keep }) => {
      requireReady({ root, keep });
    };
    on('message', (envelope) => {
      slot.events.take(envelope);
      messages.add(envelope);
      const { run, abandoned } = slot;
      // Do not write a report if no run was opened or the run was abandoned: the earlier report in the folder
      // must stay.
      if (envelope.testRunFinished === undefined || run === undefined || abandoned !== undefined) return;
      const {
        evidence: { secrets },
      } = run;
      const basis = basisOf(run, log);
      const { evidence } = run.evidence.recording;
      const judged = buildResults(judgeRun(basis, evidence, run.plan.catalogue));
      const { reports: root, keep } = run.plan;
      const to = { root, keep };
      const results = withChanges(judged, findEarlierResults(judged, to));
      const others = messages.files(page, (text) => secrets.text(text));
      const files = { ...others, ...basisFile(basis) };
      const folder = writeReports(to, results, evidence, redactionSettingsOfTarget(run.target), files);
      slot.written = { results, folder };
      slot.events.finish(slot.written);
    });
    return () => {
      releaseSlot(options);
    };
  },
};
