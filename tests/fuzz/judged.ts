import { basisTarget } from '../../support/judging/basis';
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { asValidEvidence, recordingLine, createRecording } from '../../support/exchange/recording';
import { buildResults } from '../../support/judging/build-results';
import { evidenceFrom } from '../../support/report/evidence';
import { renderFiles } from '../../support/report/files';
import { reportOf } from '../../support/report/model/report';
import { renderTerminalSummary } from '../../support/report/summary';
import { trafficTarget } from '../../support/targets/traffic-target';
import { feedSourceToSink } from '../../support/traffic/items';
import { trafficResultsInput, trafficBasis } from '../../support/traffic/ended-traffic';
import { openSource } from '../../support/traffic/sources';
import { TrafficJudge } from '../../support/traffic/clients/client-judges';
import { checkSchema } from '../../support/contract/schemas';

/** Does with a file of traffic all that `conform audit` does, but for the files that it writes. */
export async function judgeFile(content: Buffer, profile: 'audit' | 'rejudge'): Promise<number> {
  const target = trafficTarget;
  const recording = createRecording();
  const everyRule = profile === 'rejudge';
  const judge = new TrafficJudge({ target, recording, everyRule });
  const audited = await feedSourceToSink(await openSource('-', Readable.from([content])), judge);
  const basis = trafficBasis({
    profile,
    target: basisTarget(target),
    subjects: ['service', 'integrator'],
    only: [],
    startedAt: new Date(),
    files: [audited],
  });
  const { evidence } = recording;
  for (const each of evidence)
    assert.ok(
      asValidEvidence(JSON.parse(recordingLine(each))),
      `it cannot be read again: ${JSON.stringify(each)}`,
    );
  const results = buildResults(
    trafficResultsInput(basis, {
      conclusions: judge.conclude(),
      count: evidence.length,
      evidence,
      spans: [judge.seen],
    }),
  );
  assert.deepEqual(checkSchema('results', results), []);
  renderFiles({ results, evidence: evidenceFrom(results, recording.evidence) });
  renderTerminalSummary(reportOf(results), 'reports');
  for (const line of audited.broken) assert.ok(line.length < 500 && !line.includes('\n'), line);
  return audited.exchanges + audited.others + audited.brokenCount;
}
