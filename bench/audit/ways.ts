import { randomBytes } from 'node:crypto';
import { createReadStream, renameSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { harEntries } from '../../support/exchange/har/read-har';
import { recordedLines } from '../../support/exchange/recorded-lines';
import type { Conclusion } from '../../support/obligations';
import { targetContext } from '../../support/judging/target-context';
import { trafficTarget } from '../../support/targets/traffic-target';
import { audit } from '../../support/traffic/audit';
import { auditClients } from '../../support/traffic/clients/audit-clients';
import { recordToFile } from '../../support/traffic/recording-file';
import { openSource } from '../../support/traffic/sources';
import { spillInto } from '../../support/traffic/spill-file';
import { TrafficJudge } from '../../support/traffic/traffic-judge';
import { settleHeap } from '../../support/traffic/young-heap';

/** The recording of an audited file; what is judged again does not replace it. */
const recordingOf = (file: string): string => `${file}.jsonl`;

/** What is measured, by name: each gives the breaches that it finds. */
export const ways: Readonly<Record<string, (file: string) => Promise<readonly string[]>>> = {
  async parse(file) {
    let entries = 0;
    for await (const entry of harEntries(createReadStream(file))) entries += 'value' in entry ? 1 : 0;
    return entries > 0 ? [] : ['nothing'];
  },
  audit: async (file) =>
    judged(file, (recorded) => {
      renameSync(recorded, recordingOf(file));
    }),
  async parseLines(file) {
    let lines = 0;
    for await (const line of recordedLines(createReadStream(recordingOf(file))))
      lines += 'text' in line && JSON.parse(line.text) !== null ? 1 : 0;
    return lines > 0 ? [] : ['nothing'];
  },
  rejudge: async (file) => judged(recordingOf(file), rmSync),
  alone: async (file) => byJobs(file, 1),
  'all cores': async (file) => byJobs(file, availableParallelism()),
};

/** As the command does it, by so many jobs. */
async function byJobs(file: string, jobs: number): Promise<readonly string[]> {
  using spill = spillInto(tmpdir());
  settleHeap(statSync(file).size);
  const recording = recordToFile(`${file}.new`);
  const { judged } = await auditClients({
    open: async () => [await openSource(file)],
    target: trafficTarget,
    context: { ...targetContext(trafficTarget), spill },
    recording,
    everyRule: false,
    key: randomBytes(32),
    jobs,
  });
  recording.finish();
  rmSync(recording.file);
  return breachesIn(judged.conclusions);
}

/** What is found in a file, whatever it holds. */
async function judged(file: string, done: (recorded: string) => void): Promise<readonly string[]> {
  using spill = spillInto(tmpdir());
  settleHeap(statSync(file).size);
  const recording = recordToFile(`${file}.new`);
  const context = { ...targetContext(trafficTarget), spill };
  const judge = new TrafficJudge({ target: trafficTarget, context, recording, everyRule: false });
  await audit(await openSource(file), judge, () => undefined);
  recording.finish();
  done(recording.file);
  return breachesIn(judge.conclude());
}

function breachesIn(conclusions: ReadonlyMap<string, Conclusion>): readonly string[] {
  return (
    [...conclusions]
      // The generated certificate is no key.
      .filter(([id]) => !id.startsWith('CRT-0'))
      .flatMap(([id, { breaches }]) => breaches.map(({ exchanges }) => `${id}@${exchanges[0] ?? 0}`))
      .sort()
  );
}
