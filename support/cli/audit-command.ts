import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { Subject } from '../contract/words';
import { targetContext } from '../run/run';
import type { Audited } from '../judging/results';
import { audit } from '../traffic/audit';
import type { FileRecording } from '../traffic/file-recording';
import { recordToFile } from '../traffic/file-recording';
import type { Source } from '../traffic/sources';
import { openSource } from '../traffic/sources';
import { TrafficJudge } from '../traffic/traffic-judge';
import type { Results } from '../judging/results';
import { resultsOf } from '../judging/results-of';
import { endedTraffic } from '../traffic/ended-traffic';
import { requireWritable } from '../report/write';
import { loadTarget } from '../targets/load';
import type { Waiver } from '../targets/load-waivers';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import { forTraffic, trafficTarget } from '../targets/traffic-target';
import { concludeTraffic } from './conclude-traffic';
import { onlyOf } from './only-option';
import { waiversHelp, waiversOf } from './waivers-option';

interface AuditOptions {
  readonly target?: string;
  readonly subject?: Subject;
  readonly only?: string;
  readonly waivers?: string;
  readonly reports: string;
  readonly rejudge?: true;
  readonly json?: true;
}

/** `conform audit`: judges traffic that was recorded elsewhere, or an old recording. */
export function addAuditCommand(conform: Command): void {
  conform
    .command('audit')
    .description(
      'Judge recorded traffic: HAR 1.2, or recordings of this suite; gzip, or - for standard input.',
    )
    .argument('<files...>', 'files, in the order of their traffic')
    .option('--target <file>', 'target file: its addresses and readings; without one, paths alone decide')
    .option('--rejudge', 'apply every rule of today to recordings of earlier runs')
    .addOption(
      new Option('--subject <subject>', 'whose obligations to check').choices(['service', 'integrator']),
    )
    .option('--only <ids>', 'obligation ids with commas between them')
    .option('--waivers <file>', waiversHelp)
    .option('--reports <dir>', 'folder for the reports', 'reports/audit')
    .option('--json', 'print results.json instead of the summary')
    .action(async (files: string[], options: AuditOptions) => {
      process.exitCode = await auditFiles(files, options);
    });
}

async function auditFiles(files: readonly string[], options: AuditOptions): Promise<number> {
  const target = options.target === undefined ? trafficTarget : forTraffic(loadTarget(options.target));
  const only = onlyOf(options.only);
  if (files.filter((file) => file === '-').length > 1)
    throw new ConfigurationError('names standard input twice', { at: 'files' }, 'name it once');
  const { waivers } = waiversOf(options);
  requireWritable(options.reports);
  const sources: Source[] = [];
  for (const file of files) sources.push(await openSource(file));
  requireRecordings(sources, options);
  return judge(sources, { ...options, loaded: target, ids: only, waived: waivers });
}

/** HAR knows nothing of what the suite had asked for: there is nothing in it to be judged anew. */
function requireRecordings(sources: readonly Source[], { rejudge }: AuditOptions): void {
  const har = rejudge === true ? sources.find(({ form }) => form === 'har') : undefined;
  if (har !== undefined)
    throw new ConfigurationError(
      'is HAR, and no recording of this suite',
      { file: har.name },
      'leave --rejudge out',
    );
}

type Judging = AuditOptions & {
  readonly loaded: Target;
  readonly ids: ReturnType<typeof onlyOf>;
  readonly waived: readonly Waiver[] | undefined;
};

async function judge(sources: readonly Source[], options: Judging): Promise<number> {
  const startedAt = new Date();
  const recording = recordToFile(join(options.reports, 'recording.jsonl'));
  const results = await judged(sources, options, { startedAt, recording }).catch((error: unknown) => {
    recording.discard();
    throw error;
  });
  recording.finish();
  return concludeTraffic(results, options);
}

async function judged(
  sources: readonly Source[],
  { loaded: target, ids: only, waived, subject, rejudge }: Judging,
  { startedAt, recording }: { readonly startedAt: Date; readonly recording: FileRecording },
): Promise<Results> {
  const everyRule = rejudge === true;
  const traffic = new TrafficJudge({ target, context: targetContext(target), recording, everyRule });
  const audited: Audited[] = [];
  for (const source of sources) audited.push(await withBar(source, (tell) => audit(source, traffic, tell)));
  return resultsOf(
    endedTraffic({
      profile: everyRule ? 'rejudge' : 'audit',
      target,
      subjects: subject === undefined ? ['service', 'integrator'] : [subject],
      only,
      startedAt,
      conclusions: traffic.conclude(),
      count: recording.count,
      exchanges: recording.exchanges,
      files: audited,
      ...(waived && { waivers: waived }),
    }),
  );
}

const barEveryMs = 200;

/** A bar with rate and time left, on a terminal alone. */
async function withBar<Value>(source: Source, act: (tell: () => void) => Promise<Value>): Promise<Value> {
  const { size, name } = source;
  if (!process.stderr.isTTY || size === undefined) return act(() => undefined);
  const format = `${name} {bar} {percentage}% | {value}/{total} MiB | {rate} exchanges/s | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true });
  const inMiB = (bytes: number) => Math.round(bytes / 1024 / 1024);
  bar.start(inMiB(size), 0, { rate: '…' });
  const startedAt = Date.now();
  let [count, shownAt] = [0, startedAt];
  try {
    return await act(() => {
      count += 1;
      const now = Date.now();
      if (now - shownAt < barEveryMs) return;
      shownAt = now;
      bar.update(inMiB(source.read()), { rate: Math.round((count * 1000) / (now - startedAt)) });
    });
  } finally {
    bar.stop();
  }
}
