import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import type { Subject } from '../contract/words';
import { targetContext } from '../run/run';
import type { Audited } from '../judging/results';
import { audit } from '../traffic/audit';
import { recordToFile } from '../traffic/file-recording';
import { openSource } from '../traffic/sources';
import { TrafficJudge } from '../traffic/traffic-judge';
import { resultsOf } from '../judging/results-of';
import { endedTraffic } from '../traffic/ended-traffic';
import { requireWritable } from '../report/write';
import { ConfigurationError } from '../targets/errors';
import { loadTarget } from '../targets/load';
import type { Target } from '../targets/target';
import { forTraffic } from '../targets/traffic-target';
import { concludeTraffic } from './conclude-traffic';
import { onlyOf } from './only-option';
import { serveProxy } from './serve-proxy';
import { shielded } from './tell-ci';
import { waiversHelp, waiversOf } from './waivers-option';

interface ProxyCommandOptions {
  readonly target: string;
  readonly port: number;
  readonly host: string;
  readonly tls?: true;
  readonly callbacks?: string;
  readonly for?: number;
  readonly count?: number;
  readonly resume?: true;
  readonly subject?: Subject;
  readonly only?: string;
  readonly waivers?: string;
  readonly reports: string;
  readonly json?: true;
}

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`a whole number from ${least} to ${most}`);
  };

/** `conform proxy`: judges what goes to the services of a target, on its way. */
export function addProxyCommand(conform: Command): void {
  conform
    .command('proxy')
    .description("Record and judge the traffic to a target's services, on its way.")
    .requiredOption('--target <file>', 'target file with the services')
    .option(
      '--port <n>',
      'port in front of the first service; the others take the next (0: free ones)',
      wholeNumber(0, 65_530),
      0,
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls', 'serve TLS with a throwaway authority, whose certificate is written beside the reports')
    .option('--callbacks <url>', "base of the integrator's callbacks: a listener in front of it too")
    .option('--for <seconds>', 'end by itself after so many seconds', wholeNumber(1, 7 * 24 * 3600))
    .option('--count <n>', 'end by itself after so many exchanges', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--resume', 'go on with the recording in the folder for the reports')
    .addOption(
      new Option('--subject <subject>', 'whose obligations to check').choices(['service', 'integrator']),
    )
    .option('--only <ids>', 'obligation ids with commas between them')
    .option('--waivers <file>', waiversHelp)
    .option('--reports <dir>', 'folder for the reports', 'reports/proxy')
    .option('--json', 'print results.json at the end instead of the summary; live lines go to stderr')
    .action(async (options: ProxyCommandOptions) => {
      process.exitCode = await proxy(options);
    });
}

async function proxy(options: ProxyCommandOptions): Promise<number> {
  const target = forTraffic(loadTarget(options.target));
  const only = onlyOf(options.only);
  requireServices(target, options);
  const waived = waiversOf(options);
  requireWritable(options.reports);
  const startedAt = new Date();
  const { judge, recording, files } = await shielded(options, () => record(options, target));
  const judged = resultsOf(
    endedTraffic({
      profile: 'proxy',
      target,
      subjects: options.subject === undefined ? ['service', 'integrator'] : [options.subject],
      only,
      startedAt,
      conclusions: judge.conclude(),
      count: recording.count,
      exchanges: recording.exchanges,
      files,
      ...waived,
    }),
  );
  return concludeTraffic(judged, options);
}

/** Serves until the end is asked for; a recording that cannot go on is left as it was. */
async function record(options: ProxyCommandOptions, target: Target) {
  const file = join(options.reports, 'recording.jsonl');
  const earlier = options.resume === true ? setAside(file) : undefined;
  const recording = recordToFile(file);
  const judge = new TrafficJudge({ target, context: targetContext(target), recording, everyRule: false });
  const files: Audited[] = [];
  try {
    if (earlier !== undefined)
      files.push({ ...(await audit(await openSource(earlier), judge, () => undefined)), name: file });
    const before = recording.count;
    await serveProxy({ ...options, loaded: target, judge, recording });
    const exchanges = recording.count - before;
    files.push({ name: 'proxy', form: 'wire', exchanges, others: 0, broken: [], brokenCount: 0 });
  } catch (error) {
    recording.discard();
    if (earlier !== undefined) renameSync(earlier, file);
    throw error;
  }
  recording.finish();
  if (earlier !== undefined) rmSync(earlier, { force: true });
  return { judge, recording, files };
}

function requireServices({ services, file }: Target, { callbacks }: ProxyCommandOptions): void {
  if (Object.keys(services).length === 0)
    throw new ConfigurationError(
      'names no services, in front of which a proxy could stand',
      { ...(file !== undefined && { file }), at: 'services' },
      'name them, as in gateway: https://…',
    );
  if (callbacks !== undefined && !/^https?:\/\//.test(callbacks))
    throw new ConfigurationError('is not an address', { at: '--callbacks' }, 'as in http://127.0.0.1:9000');
}

/** The recording that is gone on with: it is read while the new one is written in its place. */
function setAside(file: string): string {
  if (!existsSync(file))
    throw new ConfigurationError(
      'there is no recording to go on with',
      { file },
      'leave --resume out for a new one',
    );
  const aside = `${file}.earlier`;
  renameSync(file, aside);
  return aside;
}
