import type { RmOptions } from 'node:fs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { certifyInto } from '../../support/cli/cucumber/certify';
import type { RunSettings } from '../../support/run/plan';
import type { Results } from '../../support/judging/results';
import { overallVerdictText } from '../../support/report/wording';
import { embeddedTarget } from '../../support/run/targets';
import type { Target } from '../../support/targets/target';

/**
 * The embedded target, without the search for a leading zero: where keys do not follow from a seed, it takes hundreds
 * of transfers, which only tests of that search need.
 */
export const quickTarget: Target = { ...embeddedTarget, limits: { ...embeddedTarget.limits, searchMs: 0 } };

/** What a test started may still put a file there: it ends in a later hook. */
const away: RmOptions = { recursive: true, force: true, maxRetries: 10, retryDelay: 10 };

/** An empty folder for one test, removed when the test ends. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  t.after(() => {
    rmSync(folder, away);
  });
  return folder;
}

/** An empty folder for all tests of this process. */
export function lastingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  process.once('exit', () => {
    rmSync(folder, away);
  });
  return folder;
}

/** A finished run: what it wrote, and what it would have printed. */
export interface FinishedRun {
  readonly folder: string;
  readonly results: Results;
  readonly printed: string;
}

type Follower = Parameters<typeof certifyInto>[2];

/** Runs in this process and keeps what is printed away from the terminal; without a target, on the embedded mock. */
export function finishRun(
  t: TestContext,
  settings: Partial<RunSettings> = {},
  follow?: Follower,
): Promise<FinishedRun> {
  return finishIn(settings.reports ?? temporaryFolder(t), settings, follow);
}

/** Runs likewise; what it leaves in the folder is the caller's. */
export async function finishIn(
  folder: string,
  settings: Partial<RunSettings>,
  follow?: Follower,
): Promise<FinishedRun> {
  const chunks: string[] = [];
  const keep = (): Writable =>
    new Writable({
      write(chunk: Buffer | string, _encoding, done) {
        chunks.push(chunk.toString());
        done();
      },
    });
  await certifyInto(
    { profile: 'embedded', subjects: ['service'], only: [], ...settings, reports: folder },
    { stdout: keep(), stderr: keep() },
    follow,
  );
  return { folder, results: readResults(folder), printed: chunks.join('') };
}

export function readResults(folder: string): Results {
  return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
}

/**
 * The results without what differs from run to run: ids, times, ports, and the numbers of exchanges: cycles run side by
 * side.
 */
export function comparable(results: Results): unknown {
  const { id, startedAt, finishedAt, observed, afterRefusals = [], ...others } = results.run;
  const { hosts = [], from, to, ...seen } = observed ?? {};
  // Hosts with equally many exchanges are sorted by address, and the ports of addresses differ from run to run.
  const owners = hosts.map(
    ({ owner, services = [], exchanges }) => `${owner} ${services.join()} ${exchanges}`,
  );
  const run = {
    ...others,
    observed: { ...seen, owners: owners.sort() },
    afterRefusals: afterRefusals.map((row) => ({ ...row, exchanges: row.exchanges.length })),
  };
  const obligations = results.obligations.map((row) => ({ ...row, evidence: row.evidence.length }));
  const cycles = results.cycles.map(({ steps }) => steps.length).sort();
  const text = JSON.stringify({ ...results, run, obligations, cycles })
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:port')
    .replace(/certificate until [^)]*/g, 'certificate until then')
    .replace(/is -?[\d.]+ s (behind|ahead)/g, 'is about right');
  return JSON.parse(text) as unknown;
}

/** What came of each subject in the words of reports, as in `does not conform`. */
export function overallVerdictTexts({
  run,
}: {
  run: Pick<Results['run'], 'overall'>;
}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(run.overall).map(([subject, overall]) => [subject, overallVerdictText(overall)]),
  );
}
